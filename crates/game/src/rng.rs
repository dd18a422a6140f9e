//! A small seeded random generator (wyrand), so that the same seed gives the same bytes on every machine.
//! Not for secrets.

/// The generator: 64 bits of state, every seed is a good one.
///
/// ```
/// use game::rng::Rng;
///
/// let mut rng = Rng::new(61);
/// let mut tiles = [1, 2, 3, 4];
/// rng.shuffle(&mut tiles);
/// assert!(rng.below(6) < 6);
/// assert_eq!(rng, { let mut same = Rng::new(61); same.shuffle(&mut [0; 4]); same.below(6); same });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// A generator whose stream is fixed by `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits. (wyrand, Wang Yi, public domain: <https://github.com/wangyi-fudan/wyhash>.)
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of the product are what is wanted")]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = (self.0 as u128).wrapping_mul((self.0 ^ 0xe703_7ed1_a0b4_28db) as u128);
        (product >> 64) as u64 ^ product as u64
    }

    /// A whole number in `0..n`; 0 when `n` is 0. The bias of the multiply-shift is below 2^-32 for `n` under 2^32.
    #[expect(clippy::cast_possible_truncation, reason = "the result is below n")]
    pub const fn below(&mut self, n: usize) -> usize {
        ((self.next_u64() as u128 * n as u128) >> 64) as usize
    }

    /// A number in `0.0..1.0` with 53 random bits.
    pub const fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number in `low..high`.
    pub const fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// True with this probability.
    pub const fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Puts the slice into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// One of the items, `None` of an empty slice.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_range_and_reach_everything() {
        let mut rng = Rng::new(61);
        let mut seen = [0u32; 7];
        for _ in 0..7000 {
            seen[rng.below(7)] += 1;
            assert!((0.0..1.0).contains(&rng.unit()));
        }
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.pick::<u8>(&[]), None);
    }

    #[test]
    fn shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..50).collect();
        Rng::new(1).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
