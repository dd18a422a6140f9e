//! Work shared out among threads.

/// The results of `work` on each of at most `threads` shares of `items`, in their order. A share has `least` items or
/// more, if there are enough; the first one is done on the calling thread.
///
/// # Errors
/// The panic of a thread that broke down.
pub(super) fn in_shares<T: Sync, S: Send>(
    items: &[T],
    threads: usize,
    least: usize,
    work: impl Fn(&[T]) -> S + Sync,
) -> std::thread::Result<Vec<S>> {
    // A browser has no threads: the caller does all of it.
    let threads = if cfg!(target_arch = "wasm32") { 1 } else { threads };
    let share = items.len().div_ceil(threads.max(1)).max(least).max(1);
    std::thread::scope(|scope| {
        let mut shares = items.chunks(share);
        let own = shares.next().unwrap_or(&[]);
        let work = &work;
        let others: Vec<_> = shares.map(|share| scope.spawn(move || work(share))).collect();
        let own = work(own);
        std::iter::once(Ok(own)).chain(others.into_iter().map(std::thread::ScopedJoinHandle::join)).collect()
    })
}

/// Runs `work` on the shares of [`in_shares`] and concatenates the results. A thread's panic continues in the caller.
pub(super) fn joined_shares<T: Sync, S: Send>(
    items: &[T],
    threads: usize,
    least: usize,
    work: impl Fn(&[T]) -> Vec<S> + Sync,
) -> Vec<S> {
    let shares = in_shares(items, threads, least, work).unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let join = |mut all: Vec<S>, mut more: Vec<S>| {
        all.append(&mut more);
        all
    };
    shares.into_iter().reduce(join).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{in_shares, joined_shares};

    #[test]
    fn shares_come_in_order_and_none_is_lost() {
        let items: Vec<usize> = (0..11).collect();
        for (threads, least, shares) in [(0, 0, 1), (1, 1, 1), (2, 1, 2), (3, 1, 3), (3, 6, 2), (50, 1, 11), (2, 40, 1)]
        {
            let got = in_shares(&items, threads, least, <[usize]>::to_vec).unwrap();
            assert_eq!((got.len(), got.concat()), (shares, items.clone()), "{threads} threads, {least} at least");
            assert_eq!(joined_shares(&items, threads, least, <[usize]>::to_vec), items);
        }
        assert_eq!(in_shares(&[], 2, 1, <[u8]>::to_vec).unwrap(), [Vec::<u8>::new()]);
    }

    #[test]
    fn a_share_that_breaks_down_is_told() {
        let broken = in_shares(&[1, 2], 2, 1, |share| assert_eq!(share, [1]));
        assert!(broken.is_err());
    }
}
