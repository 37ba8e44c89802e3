//! When the promise of canceling a body or its clone is fulfilled. They share the bytes without a stream, but must
//! behave as the branches of a [tee](https://streams.spec.whatwg.org/#abstract-opdef-readablestreamdefaulttee).

use std::cell::Cell;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use crate::web::webidl::traced_promise::{TracedPromise, fulfilled_promise};

/// A body and its clone. The promise of both is fulfilled when both have been canceled, or when the bytes have ended.
#[derive(Default, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(super) struct CloneCancel {
    is_one_canceled: Cell<bool>,
    have_bytes_ended: Cell<bool>,
    /// Made when one of them is canceled.
    promise: GcRefCell<Option<TracedPromise>>,
    /// The body that was cloned was itself a clone, or had been cloned before.
    outer: Option<Gc<Self>>,
}

impl CloneCancel {
    pub(super) fn new(outer: Option<Gc<Self>>) -> Gc<Self> {
        Gc::new(Self { outer, ..Self::default() })
    }

    /// One of both is canceled, for the first time.
    pub(super) fn cancel(&self, context: &mut Context) -> JsPromise {
        if self.have_bytes_ended.get() {
            return fulfilled_promise(context);
        }
        let known = self.promise.borrow().clone();
        let promise = known.unwrap_or_else(|| TracedPromise::new(context));
        *self.promise.borrow_mut() = Some(promise.clone());
        if self.is_one_canceled.replace(true) {
            let canceled = match &self.outer {
                Some(outer) => outer.cancel(context),
                None => fulfilled_promise(context),
            };
            promise.resolve(canceled.into(), context);
        }
        promise.promise().clone()
    }

    /// One of the bodies has read all bytes, or the rest will not arrive.
    pub(super) fn bytes_have_ended(&self, context: &mut Context) {
        self.have_bytes_ended.set(true);
        let promise = self.promise.borrow_mut().take();
        if let Some(promise) = promise {
            promise.resolve(JsValue::undefined(), context);
        }
        if let Some(outer) = &self.outer {
            outer.bytes_have_ended(context);
        }
    }
}
