//! Where a program schedules work, for messages such as `posted at app.js:12:3`.

use std::num::NonZeroU32;

use boa_gc::{Finalize, Trace};

/// Identifies a source location within an event loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub struct Origin(pub(super) NonZeroU32);
