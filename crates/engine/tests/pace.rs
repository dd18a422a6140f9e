//! One thread or several: what a machine that does other things makes of it.

use engine::Pace;

/// Runs on a machine where a run takes so long, alone and together; returns how many of them were for several threads.
fn runs(pace: &mut Pace, many: usize, alone: f32, together: f32) -> usize {
    let mut several = 0;
    for _ in 0..many {
        let chosen = pace.together();
        several += usize::from(chosen);
        pace.took(chosen, if chosen { together } else { alone });
    }
    several
}

#[test]
fn a_quiet_machine_tries_one_thread_once() {
    assert_eq!(runs(&mut Pace::default(), 1000, 0.020, 0.012), 999);
}

#[test]
fn a_busy_machine_takes_one_thread_and_several_again_when_it_is_quiet() {
    let mut pace = Pace::default();
    assert_eq!(runs(&mut pace, 10, 0.020, 0.012), 9);
    let several = runs(&mut pace, 200, 0.040, 0.080);
    assert!(several < 40, "{several} of 200");
    let several = runs(&mut pace, 200, 0.020, 0.012);
    assert!(several > 190, "{several} of 200");
}

#[test]
fn a_machine_that_is_busy_from_the_beginning_is_no_different() {
    let mut pace = Pace::default();
    assert!(runs(&mut pace, 200, 0.040, 0.080) < 40);
    assert!(runs(&mut pace, 200, 0.020, 0.012) > 190);
}

#[test]
fn threads_that_never_help_are_hardly_tried() {
    let several = runs(&mut Pace::default(), 900, 0.020, 0.021);
    assert!((90..=110).contains(&several), "{several} of 900");
}

#[test]
fn a_first_run_that_fetches_memory_does_not_count() {
    let mut pace = Pace::default();
    pace.took(true, 0.900);
    assert_eq!(runs(&mut pace, 100, 0.020, 0.012), 99);
}
