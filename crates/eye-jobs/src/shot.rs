//! One picture from a source, with the time when it was taken.

use eye::frame::Frame;
use std::sync::Arc;
use web_time::Instant;

/// One picture of the table.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The picture. The same `Arc` as before means the same picture.
    pub frame: Arc<Frame>,
    /// Time of the picture.
    pub taken: Instant,
    /// Whether it is a single moment (a file), without further pictures of it.
    pub still: bool,
    /// Name of the picture, if it has one.
    pub name: Option<String>,
    /// The bytes it was decoded from, where it came as JPEG.
    pub jpeg: Option<Arc<[u8]>>,
}

impl Shot {
    /// A picture taken now.
    #[must_use]
    pub fn now(frame: Frame) -> Self {
        Self { frame: Arc::new(frame), taken: Instant::now(), still: false, name: None, jpeg: None }
    }
}
