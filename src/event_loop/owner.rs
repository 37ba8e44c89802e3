//! Whom the running code belongs to: a number that an embedder gives to work, and that `await`, `then` and microtasks
//! keep. The test runner uses it to know which test a piece of work, an error or a line of output belongs to.

use boa_engine::JsData;
use boa_gc::{Finalize, Trace};

use super::carried_values::Carried;
use super::continuation_state::ContinuationState;
use super::event_loop::EventLoop;
use super::guard::set_while;
use super::registrations::CarriedState;

/// The number of an owner.
pub type OwnerId = u32;

/// What a job callback keeps if owners are tracked or work carries values.
#[derive(Trace, Finalize, JsData)]
pub(crate) struct OwnedState {
    pub(crate) owner: Option<OwnerId>,
    pub(crate) values: Carried,
    pub(crate) state: Option<ContinuationState>,
    /// In hosts that may lose the state, it is here.
    pub(crate) carried: Option<CarriedState>,
}

impl EventLoop {
    /// Whom the running code belongs to. `None` if owners are not tracked.
    #[inline]
    #[doc(hidden)]
    pub fn owner(&self) -> Option<OwnerId> {
        self.owner.get()
    }

    /// Sets whom the code that runs from now on belongs to. From the first call on, owners are tracked.
    #[doc(hidden)]
    pub fn set_owner(&self, owner: OwnerId) {
        self.owner.set(Some(owner));
    }

    /// From now on, the promise reactions of this owner do nothing: its code does not go on after an `await`.
    #[doc(hidden)]
    pub fn abandon(&self, owner: OwnerId) {
        self.abandoned.borrow_mut().insert(owner);
    }

    pub(crate) fn is_abandoned(&self, owner: OwnerId) -> bool {
        self.abandoned.borrow().contains(&owner)
    }

    /// Calls `steps` as code of an owner, if there is one.
    #[doc(hidden)]
    pub fn with_owner<R>(&self, owner: Option<OwnerId>, steps: impl FnOnce() -> R) -> R {
        if owner.is_none() {
            return steps();
        }
        let _guard = set_while(&self.owner, owner);
        steps()
    }
}
