//! What it says of a place that a share of it differs from the table when it last agreed with the record.

use crate::chosen::OPEN;
use crate::fitted::CHANGED;

/// Log-odds that a tile seen there is one that the record lacks.
pub(crate) fn worth(share: f64) -> f64 {
    CHANGED.iter().find(|(most, _)| share <= *most).map_or(0.0, |(_, odds)| *odds)
}

/// Reports whether something may have come there: a white tile on a white cloth changes little.
pub(crate) fn may_be_new(share: f64) -> bool {
    worth(share) > OPEN
}

/// Reports whether something has rather come there than not.
pub(crate) fn is_new(share: f64) -> bool {
    worth(share) > 0.0
}
