//! [`setImmediate`, `clearImmediate`][set] and [`Immediate`][class].
//!
//! [set]: https://nodejs.org/docs/latest-v20.x/api/timers.html#setimmediatecallback-args
//! [class]: https://nodejs.org/docs/latest-v20.x/api/timers.html#class-immediate

use std::cell::Cell;

use boa_engine::{Context, JsObject, JsResult, JsSymbol, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::timeout::method;
use crate::event_loop::{EventLoop, ImmediateId, WorkKind, WorkRequest};
use crate::web::dom::limit_exceeded;
use crate::web::webidl::{InterfaceBuilder, create, event_loop, implements, interface, invoke_and_report};

/// The state of an `Immediate`. Its interface is not a property of the global object.
#[derive(Debug, Default, Trace, Finalize)]
pub struct Immediate {
    /// The waiting task; `None` if it has started or was cleared.
    #[unsafe_ignore_trace]
    waiting: Cell<Option<ImmediateId>>,
    is_unreferenced: Cell<bool>,
}

interface! {
    Immediate;
    raw "ref"(0) = |this, _, context| reference(this, true, context);
    raw "unref"(0) = |this, _, context| reference(this, false, context);
    operation "hasRef"() = |immediate| immediate.waiting.get().is_some() && !immediate.is_unreferenced.get();
    with = with_dispose;
}

fn with_dispose(mut builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_> {
    let dispose = method(builder.context(), "[Symbol.dispose]", |this, _, context| {
        clear_immediate(this, context).map(|()| JsValue::undefined())
    });
    builder.hidden().member(JsSymbol::dispose(), dispose)
}

impl Immediate {
    /// Removes the task, if it still waits.
    fn clear(&self, event_loop: &EventLoop) {
        if let Some(waiting) = self.waiting.take() {
            event_loop.cancel_immediate(waiting);
        }
    }
}

/// `ref` and `unref`: a referenced immediate keeps the program alive. Returns `this`.
fn reference(this: &JsValue, is_referenced: bool, context: &mut Context) -> JsResult<JsValue> {
    if let Some(immediate) = implements::<Immediate>(this) {
        immediate.is_unreferenced.set(!is_referenced);
        if let Some(waiting) = immediate.waiting.get() {
            event_loop(context)?.set_immediate_keeps_alive(waiting, is_referenced);
        }
    }
    Ok(this.clone())
}

/// Queues a task that calls the callback with these arguments, and with the returned `Immediate` as `this`. The task
/// has the ambient values of the caller. [`Immediate`] must be registered in the realm.
///
/// # Errors
///
/// `QuotaExceededError` if too many tasks wait; `TypeError` if the context has no event loop, or no `Immediate`.
pub fn set_immediate(callback: JsObject, arguments: Vec<JsValue>, context: &mut Context) -> JsResult<JsObject> {
    let event_loop = event_loop(context)?;
    event_loop.check_tasks(0).map_err(|exceeded| limit_exceeded(exceeded, context))?;
    let immediate = Gc::new(Immediate::default());
    let object = create(&immediate, context)?;
    let request = WorkRequest { callback: Some(&callback), ..WorkKind::Immediate.into() };
    let work = event_loop.new_work(request, context);
    let (realm, this, state) = (context.realm().clone(), object.clone(), immediate.clone());
    let id = event_loop.queue_an_immediate(work, realm, move |event_loop, context| {
        state.waiting.set(None);
        invoke_and_report(&callback, &this.into(), &arguments, event_loop, context)
    });
    immediate.waiting.set(Some(id));
    Ok(object)
}

/// Removes the task of an `Immediate`. Does nothing for other values, and if it has started.
///
/// # Errors
///
/// `TypeError` if the context has no event loop.
pub fn clear_immediate(value: &JsValue, context: &mut Context) -> JsResult<()> {
    if let Some(immediate) = implements::<Immediate>(value) {
        immediate.clear(&*event_loop(context)?);
    }
    Ok(())
}
