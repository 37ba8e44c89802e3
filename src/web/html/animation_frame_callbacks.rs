//! The animation frame callbacks of a global, and the frame that they wait for.

use std::cell::Cell;
use std::collections::BTreeMap;

use boa_engine::JsObject;
use boa_gc::{Finalize, GcRefCell, Trace};

use crate::event_loop::{AmbientValues, Ending, Event, EventLoop, Origin, TimerId, Work};

/// The frame that is to come.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    /// `None` if the host draws the frame.
    pub(super) timer: Option<TimerId>,
    pub(super) work: Work,
}

/// A callback, and where it was requested.
#[derive(Trace, Finalize)]
pub(super) struct Requested {
    pub(super) callback: JsObject,
    #[unsafe_ignore_trace]
    pub(super) origin: Option<Origin>,
    /// The ambient values of its work.
    pub(super) values: AmbientValues,
}

/// The [map of animation frame callbacks][map] of a global.
///
/// [map]: https://html.spec.whatwg.org/multipage/imagebitmap-and-animations.html#list-of-animation-frame-callbacks
#[derive(Default, Trace, Finalize)]
pub(super) struct AnimationFrameCallbacks {
    pub(super) callbacks: GcRefCell<BTreeMap<u32, Requested>>,
    pub(super) last_handle: Cell<u32>,
    #[unsafe_ignore_trace]
    pub(super) pending: Cell<Option<Pending>>,
}

impl AnimationFrameCallbacks {
    /// If no callback waits, there is no next frame.
    pub(super) fn end_without_callbacks(&self, event_loop: &EventLoop) {
        let pending = self.pending.get().filter(|_| self.callbacks.borrow().is_empty());
        // If the frame has begun, its task finds that there is no callback.
        let is_canceled = |pending: &Pending| pending.timer.is_none_or(|timer| event_loop.cancel_timer(timer));
        if let Some(Pending { work, .. }) = pending.filter(is_canceled) {
            self.pending.set(None);
            event_loop.notify(|| Event::Ended { work: work.id, how: Ending::Removed });
        }
    }
}
