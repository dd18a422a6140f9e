//! The program without its window's flows, which are in `tests/ui`: one binary, so that it is linked once.

mod advice_protocol;
mod camera;
mod evening;
mod feed;
mod hand;
mod lookout;
mod papers;
mod sentences;
mod served;
mod store;
mod tidy;
mod watch;
mod window;
