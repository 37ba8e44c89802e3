//! Functions of the engine that are Rust closures.

use boa_engine::{Context, JsResult, JsValue, NativeFunction};
use boa_gc::{Finalize, Trace};

type Steps = dyn Fn(&JsValue, &[JsValue], &mut Context) -> JsResult<JsValue>;

/// A closure. The collector does not look into it, so the references in it are roots.
#[derive(Finalize, Trace)]
struct Closure(#[unsafe_ignore_trace] Box<Steps>);

/// Creates a function of the engine from a closure. What the closure refers to stays alive as long as the function
/// does, so it must not refer to the function.
pub fn closure<F>(steps: F) -> NativeFunction
where
    F: Fn(&JsValue, &[JsValue], &mut Context) -> JsResult<JsValue> + 'static,
{
    NativeFunction::from_copy_closure_with_captures(
        |this, arguments, Closure(steps), context| steps(this, arguments, context),
        Closure(Box::new(steps)),
    )
}

/// Creates a function of the engine from a closure, which gets the arguments of the call.
///
/// The closure may refer to any values of Rust and of the engine. They stay alive as long as the function does, so the
/// closure must not refer to the function itself, nor to what refers to the function: the collector could free neither.
/// [`NativeFunction::from_copy_closure_with_captures`] has captures that the collector looks into.
///
/// ```
/// use std::cell::Cell;
/// use std::rc::Rc;
///
/// use posttask::Runtime;
/// use posttask::boa_engine::JsString;
///
/// let mut runtime = Runtime::builder().build()?;
/// let calls = Rc::new(Cell::new(0));
/// let count = Rc::clone(&calls);
/// let counting = posttask::function(move |_, _| {
///     count.set(count.get() + 1);
///     Ok(count.get().into())
/// });
/// runtime.try_with_context(|context| context.register_global_callable(JsString::from("count"), 0, counting))?;
/// assert_eq!(runtime.run_script("count(); count()")?.as_number(), Some(2.0));
/// assert_eq!(calls.get(), 2);
/// # Ok::<(), posttask::Error>(())
/// ```
pub fn function(steps: impl Fn(&[JsValue], &mut Context) -> JsResult<JsValue> + 'static) -> NativeFunction {
    closure(move |_, arguments, context| steps(arguments, context))
}
