//! The loops of a running generator, so that their iterators can be closed when it ends (see `generator_returns.rs`).

use boa_engine::object::{JsObject, ObjectInitializer};
use boa_engine::{Context, JsArgs, JsData, JsNativeError, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::host_iterator::{Iterator, iterator_object};

/// The iterators of loops that have begun, outermost first.
#[derive(Default, Trace, Finalize, JsData)]
struct OpenLoops(GcRefCell<Vec<Gc<Iterator>>>);

/// The prototype of the objects that [`loops`] returns. `iterators` is that of the iterators.
pub(super) fn prototype(iterators: JsObject, context: &mut Context) -> JsObject {
    ObjectInitializer::new(context)
        .function(NativeFunction::from_copy_closure_with_captures(open, iterators), js_string!("open"), 1)
        .function(NativeFunction::from_fn_ptr(close), js_string!("close"), 0)
        .build()
}

/// `loops()` has the loops of one call of a generator.
#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
pub(super) fn loops(_: &JsValue, _: &[JsValue], prototype: &JsObject, _: &mut Context) -> JsResult<JsValue> {
    Ok(JsObject::from_proto_and_data(Some(prototype.clone()), OpenLoops::default()).into())
}

fn with_loops<R>(this: &JsValue, steps: impl FnOnce(&mut Vec<Gc<Iterator>>) -> R) -> JsResult<R> {
    let object = this.as_object();
    let loops = object.as_ref().and_then(|object| object.downcast_ref::<OpenLoops>());
    let loops = loops.ok_or_else(|| JsNativeError::typ().with_message("not the loops of a generator"))?;
    let result = steps(&mut loops.0.borrow_mut());
    Ok(result)
}

/// `loops.open(v)` has the values of `v`, for a loop that begins.
fn open(this: &JsValue, arguments: &[JsValue], prototype: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let iterator = Iterator::of(arguments.get_or_undefined(0), context)?;
    with_loops(this, |loops| {
        loops.retain(|open| !open.is_done());
        loops.push(iterator.clone());
    })?;
    Ok(iterator_object(iterator, prototype))
}

/// `loops.close()` closes what is still open, because `return()` has ended the generator: the innermost first. The
/// first error counts, as if each loop were left by it.
fn close(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let open = with_loops(this, std::mem::take)?;
    let mut result = Ok(JsValue::undefined());
    for iterator in open.iter().rev().filter(|iterator| !iterator.is_done()) {
        let closed = iterator.close(context);
        result = result.and_then(|value| closed.map(|()| value));
    }
    result
}
