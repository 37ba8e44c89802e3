//! What limits the resources in a timeline: the
//! [resource timing buffer](https://w3c.github.io/resource-timing/#sec-extensions-performance-interface).

use std::cell::Cell;
use std::collections::VecDeque;

use boa_gc::{Finalize, GcRefCell, Trace};

use super::performance_entry::Entry;

/// The [resource timing buffer size limit][1] that a program starts with.
///
/// [1]: https://w3c.github.io/resource-timing/#dfn-resource-timing-buffer-size-limit
const DEFAULT_LIMIT: u32 = 250;

/// What limits the entries of a timeline that are kept.
#[derive(Trace, Finalize)]
pub(super) struct ResourceBuffer {
    pub(super) limit: Cell<u32>,
    pub(super) size: Cell<u32>,
    pub(super) is_full_event_pending: Cell<bool>,
    /// Entries that wait for the program to make room.
    pub(super) secondary: GcRefCell<VecDeque<Entry>>,
    pub(super) dropped: Cell<u32>,
}

impl Default for ResourceBuffer {
    fn default() -> Self {
        Self {
            limit: Cell::new(DEFAULT_LIMIT),
            size: Cell::default(),
            is_full_event_pending: Cell::default(),
            secondary: GcRefCell::default(),
            dropped: Cell::default(),
        }
    }
}
