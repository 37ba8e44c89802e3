//! The cancel algorithms of a tee: the stream is canceled when both branches are.

use std::cell::Cell;

use boa_engine::object::builtins::{JsArray, JsPromise};
use boa_engine::{Context, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::state::ReadableStream;
use crate::web::webidl::traced_promise::TracedPromise;

/// One of the two branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    First,
    Second,
}

impl Branch {
    pub(super) const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }

    pub(super) const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Which branches have been canceled, and why.
#[derive(Trace, Finalize)]
pub(super) struct TeeCancel {
    stream: Gc<ReadableStream>,
    promise: TracedPromise,
    #[unsafe_ignore_trace]
    is_canceled: [Cell<bool>; 2],
    reasons: GcRefCell<[JsValue; 2]>,
}

impl TeeCancel {
    pub(super) fn new(stream: &Gc<ReadableStream>, context: &mut Context) -> Self {
        Self {
            stream: stream.clone(),
            promise: TracedPromise::new(context),
            is_canceled: Default::default(),
            reasons: GcRefCell::default(),
        }
    }

    pub(super) fn is_canceled(&self, branch: Branch) -> bool {
        self.is_canceled[branch.index()].get()
    }

    /// The cancel algorithm of a branch.
    pub(super) fn cancel(&self, branch: Branch, reason: JsValue, context: &mut Context) -> JsPromise {
        self.is_canceled[branch.index()].set(true);
        self.reasons.borrow_mut()[branch.index()] = reason;
        if self.is_canceled(branch.other()) {
            let reasons = self.reasons.borrow().clone();
            let reasons = JsArray::from_iter(reasons, context).into();
            self.cancel_stream(reasons, context);
        }
        self.promise.promise().clone()
    }

    /// Cancels the stream, and resolves the promise of both branches with the result.
    pub(super) fn cancel_stream(&self, reason: JsValue, context: &mut Context) {
        let canceled = ReadableStream::cancel(&self.stream, reason, context);
        self.promise.resolve(canceled.into(), context);
    }

    /// The stream has ended: a branch that is still open will not be canceled.
    pub(super) fn resolve_unless_both_canceled(&self, context: &mut Context) {
        if !self.is_canceled(Branch::First) || !self.is_canceled(Branch::Second) {
            self.promise.resolve(JsValue::undefined(), context);
        }
    }
}
