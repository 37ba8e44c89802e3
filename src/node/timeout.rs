//! [`Timeout`][class]: what `setTimeout` and `setInterval` return in Node.
//!
//! [class]: https://nodejs.org/docs/latest-v20.x/api/timers.html#class-timeout

use std::cell::Cell;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsSymbol, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::event_loop::WorkKind;
use crate::web::html::{GlobalScope, Handler, NewTimer, clear_timer, set_keeps_alive, start_timer, timeout};
use crate::web::webidl::{InterfaceBuilder, create, event_loop, implements, interface};

/// The state of a `Timeout`. Its interface is not a property of the global object.
#[derive(Debug, Trace, Finalize)]
pub struct Timeout {
    /// The number of the timer. 0 until it has been set.
    id: Cell<i32>,
    callback: JsObject,
    arguments: Vec<JsValue>,
    /// In milliseconds.
    delay: u64,
    #[unsafe_ignore_trace]
    kind: WorkKind,
    is_referenced: Cell<bool>,
    /// Whether it was stopped, so that it cannot start again.
    is_closed: Cell<bool>,
}

interface! {
    Timeout;
    raw "ref"(0) = |this, _, context| reference(this, true, context);
    raw "unref"(0) = |this, _, context| reference(this, false, context);
    operation "hasRef"() = |timer| timer.is_referenced.get();
    raw "refresh"(0) = refresh;
    raw "close"(0) = close;
    with = with_symbols;
}

fn with_symbols(mut builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_> {
    let number = method(builder.context(), "[Symbol.toPrimitive]", |this, _, _| {
        Ok(implements::<Timeout>(this).map_or(0, |timer| timer.id.get()).into())
    });
    let dispose = method(builder.context(), "[Symbol.dispose]", |this, arguments, context| {
        close(this, arguments, context).map(|_| JsValue::undefined())
    });
    builder.hidden().member(JsSymbol::to_primitive(), number).member(JsSymbol::dispose(), dispose)
}

/// A property with a method whose key is a symbol.
pub(super) fn method(context: &mut Context, name: &str, steps: NativeFunctionPointer) -> PropertyDescriptor {
    let steps = NativeFunction::from_fn_ptr(steps);
    let function = FunctionObjectBuilder::new(context.realm(), steps).name(js_string!(name)).build();
    PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true).build()
}

impl Timeout {
    fn start(&self, this: &JsObject, id: Option<i32>, context: &mut Context) -> JsResult<()> {
        let new = NewTimer {
            id,
            kind: self.kind,
            handler: Handler::Function(self.callback.clone()),
            this: Some(this.clone()),
            arguments: self.arguments.clone(),
            timeout: self.delay,
            keeps_alive: self.is_referenced.get(),
        };
        self.id.set(start_timer(GlobalScope::current(context)?, new, context)?);
        Ok(())
    }
}

/// `ref` and `unref`: a referenced timer keeps the program alive. Returns `this`.
fn reference(this: &JsValue, is_referenced: bool, context: &mut Context) -> JsResult<JsValue> {
    if let Some(timer) = implements::<Timeout>(this) {
        timer.is_referenced.set(is_referenced);
        set_keeps_alive(&*GlobalScope::current(context)?, timer.id.get(), is_referenced, &*event_loop(context)?);
    }
    Ok(this.clone())
}

/// Starts the timer again, also if it has fired. Returns `this`.
fn refresh(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let (Some(timer), Some(object)) = (implements::<Timeout>(this), this.as_object())
        && !timer.is_closed.get()
    {
        clear_timer(&*GlobalScope::current(context)?, timer.id.get(), &*event_loop(context)?);
        timer.start(&object, Some(timer.id.get()), context)?;
    }
    Ok(this.clone())
}

/// Stops the timer. Returns `this`.
fn close(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    clear_timeout(this, context)?;
    Ok(this.clone())
}

/// Sets a timer that calls the callback with these arguments, and with the returned [`Timeout`] as `this`: an interval
/// if `repeats`. [`Timeout`] must be registered in the realm.
///
/// # Errors
///
/// `QuotaExceededError` if there are too many timers; `TypeError` if the context has no event loop, or no `Timeout`, or
/// if the delay cannot be a number.
pub fn set_timeout(
    callback: JsObject,
    delay: &JsValue,
    arguments: Vec<JsValue>,
    repeats: bool,
    context: &mut Context,
) -> JsResult<JsObject> {
    let delay = timeout(delay, &*event_loop(context)?, context)?;
    let kind = if repeats { WorkKind::Interval } else { WorkKind::Timeout };
    let (id, is_referenced, is_closed) = (Cell::new(0), Cell::new(true), Cell::new(false));
    let timer = Gc::new(Timeout { id, callback, arguments, delay, kind, is_referenced, is_closed });
    let object = create(&timer, context)?;
    timer.start(&object, None, context)?;
    Ok(object)
}

/// Stops the timer of a [`Timeout`]. Returns false and does nothing if the value is none.
///
/// # Errors
///
/// `TypeError` if the context has no event loop.
pub fn clear_timeout(value: &JsValue, context: &mut Context) -> JsResult<bool> {
    let Some(timer) = implements::<Timeout>(value) else { return Ok(false) };
    timer.is_closed.set(true);
    clear_timer(&*GlobalScope::current(context)?, timer.id.get(), &*event_loop(context)?);
    Ok(true)
}

/// Stops the timer with a number, as `clearTimeout` of the web.
///
/// # Errors
///
/// `TypeError` if the context has no event loop.
pub fn clear_timer_of_the_web(id: i32, context: &mut Context) -> JsResult<()> {
    clear_timer(&*GlobalScope::current(context)?, id, &*event_loop(context)?);
    Ok(())
}
