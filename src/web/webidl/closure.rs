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
