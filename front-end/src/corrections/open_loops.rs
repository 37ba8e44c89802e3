//! The loops of a running generator, so that their iterators can be closed when it ends (see `generator_returns.rs`).

use boa_engine::object::{JsObject, ObjectInitializer};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{
    Context, JsArgs, JsData, JsError, JsNativeError, JsResult, JsSymbol, JsValue, NativeFunction, js_string,
};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::async_iterator::AsyncIterator;
use super::host_iterator::{Iterator, iterator_object};

/// The iterators of loops that have begun, outermost first.
#[derive(Default, Trace, Finalize, JsData)]
struct OpenLoops {
    iterators: GcRefCell<Vec<Open>>,
    /// What the method of the iterator has returned whose end is awaited.
    closing: GcRefCell<JsValue>,
    /// The first error of an iterator that has been closed.
    error: GcRefCell<Option<JsError>>,
}

#[derive(Clone, Trace, Finalize)]
enum Open {
    Sync { iterator: Gc<Iterator>, is_awaited: bool },
    Async(Gc<AsyncIterator>),
}

impl Open {
    fn is_done(&self) -> bool {
        match self {
            Self::Sync { iterator, .. } => iterator.is_done(),
            Self::Async(iterator) => iterator.is_done(),
        }
    }
}

/// The prototypes of the iterators of loops.
#[derive(Clone, Trace, Finalize)]
struct Prototypes {
    iterators: JsObject,
    async_iterators: JsObject,
}

/// The prototype of the objects that [`loops`] returns. `iterators` is that of the iterators.
pub(super) fn prototype(iterators: JsObject, context: &mut Context) -> JsObject {
    let prototypes = Prototypes { iterators, async_iterators: AsyncIterator::prototype(context) };
    ObjectInitializer::new(context)
        .function(NativeFunction::from_copy_closure_with_captures(open, prototypes.clone()), js_string!("open"), 1)
        .function(NativeFunction::from_copy_closure_with_captures(open_async, prototypes), js_string!("openAsync"), 1)
        .function(NativeFunction::from_fn_ptr(close), js_string!("close"), 0)
        .function(NativeFunction::from_fn_ptr(closing), js_string!("closing"), 0)
        .function(NativeFunction::from_fn_ptr(check), js_string!("check"), 0)
        .function(NativeFunction::from_fn_ptr(ended), js_string!("ended"), 1)
        .function(NativeFunction::from_fn_ptr(fail), js_string!("fail"), 1)
        .build()
}

/// `loops()` has the loops of one call of a generator.
#[expect(clippy::unnecessary_wraps, reason = "the functions of the engine return results")]
pub(super) fn loops(_: &JsValue, _: &[JsValue], prototype: &JsObject, _: &mut Context) -> JsResult<JsValue> {
    Ok(JsObject::from_proto_and_data(Some(prototype.clone()), Gc::new(OpenLoops::default())).into())
}

fn open_loops(this: &JsValue) -> JsResult<Gc<OpenLoops>> {
    let object = this.as_object();
    let loops = object.as_ref().and_then(|object| object.downcast_ref::<Gc<OpenLoops>>().map(|loops| loops.clone()));
    loops.ok_or_else(|| JsNativeError::typ().with_message("not the loops of a generator").into())
}

impl OpenLoops {
    fn add(&self, iterator: Open) {
        let mut iterators = self.iterators.borrow_mut();
        iterators.retain(|open| !open.is_done());
        iterators.push(iterator);
    }

    /// Takes the innermost iterator that is still open.
    fn take(&self) -> Option<Open> {
        let mut iterators = self.iterators.borrow_mut();
        std::iter::from_fn(|| iterators.pop()).find(|open| !open.is_done())
    }

    /// Keeps an error, if it is the first: as if each loop were left by it.
    ///
    /// # Errors
    ///
    /// The error, if no `catch` clause sees it, such as that of a limit.
    fn fail(&self, error: JsError, context: &mut Context) -> JsResult<()> {
        if error.clone().into_opaque(context).is_err() {
            return Err(error);
        }
        self.error.borrow_mut().get_or_insert(error);
        Ok(())
    }
}

/// `loops.open(v)` has the values of `v`, for a loop that begins.
fn open(this: &JsValue, arguments: &[JsValue], prototypes: &Prototypes, context: &mut Context) -> JsResult<JsValue> {
    let value = arguments.get_or_undefined(0);
    if is_never_closed(value, context) {
        return Ok(value.clone());
    }
    let iterator = Iterator::of(value, context)?;
    open_loops(this)?.add(Open::Sync { iterator: iterator.clone(), is_awaited: false });
    Ok(iterator_object(iterator, &prototypes.iterators))
}

/// Whether a value is an array whose iterator has no method `return`, as is usual. No code of the program runs. A
/// method that the program adds to the prototypes of iterators while the loop runs is not called.
fn is_never_closed(value: &JsValue, context: &Context) -> bool {
    let Some(array) = value.as_object().filter(JsObject::is_array) else { return false };
    let intrinsics = context.intrinsics();
    let prototype = intrinsics.constructors().array().prototype();
    if array.prototype().as_ref() != Some(&prototype) || own_property(&array, JsSymbol::iterator()).is_some() {
        return false;
    }
    let values: JsObject = intrinsics.objects().array_prototype_values().into();
    let method = own_property(&prototype, JsSymbol::iterator()).and_then(|property| property.value().cloned());
    if method.and_then(|method| method.as_object()) != Some(values) {
        return false;
    }
    // The prototypes of the iterator, up to that of all objects.
    let (first, last) =
        (intrinsics.objects().iterator_prototypes().array(), intrinsics.constructors().object().prototype());
    let Some(second) = first.prototype() else { return false };
    second.prototype().as_ref() == Some(&last)
        && [first, second, last].iter().all(|object| own_property(object, js_string!("return")).is_none())
}

/// An own property, as it is stored: no trap of a proxy runs.
fn own_property(object: &JsObject, key: impl Into<PropertyKey>) -> Option<PropertyDescriptor> {
    object.borrow().properties().get(&key.into())
}

/// `loops.openAsync(v)` has the values of `v`, for a `for await` loop that begins.
fn open_async(
    this: &JsValue,
    arguments: &[JsValue],
    prototypes: &Prototypes,
    context: &mut Context,
) -> JsResult<JsValue> {
    let value = arguments.get_or_undefined(0);
    let method = value.to_object(context)?.get(JsSymbol::async_iterator(), context)?;
    if method.is_null_or_undefined() {
        let iterator = Iterator::of(value, context)?;
        open_loops(this)?.add(Open::Sync { iterator: iterator.clone(), is_awaited: true });
        return Ok(iterator_object(iterator, &prototypes.iterators));
    }
    let iterator = AsyncIterator::of(value, &method, context)?;
    open_loops(this)?.add(Open::Async(iterator.clone()));
    Ok(AsyncIterator::object(iterator, &prototypes.async_iterators))
}

/// `loops.close()` closes what is still open, because `return()` has ended the generator: the innermost first. It stops
/// at an iterator whose end must be awaited, and returns `true`: then `closing()` is what its method has returned.
fn close(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let loops = open_loops(this)?;
    while let Some(open) = loops.take() {
        let closed = match &open {
            Open::Sync { iterator, is_awaited } => iterator
                .close(context)
                .map(|()| is_awaited.then(|| JsObject::with_object_proto(context.intrinsics()).into())),
            Open::Async(iterator) => iterator.close(context),
        };
        match closed {
            Ok(Some(result)) => {
                *loops.closing.borrow_mut() = result;
                return Ok(true.into());
            }
            Ok(None) => {}
            Err(error) => loops.fail(error, context)?,
        }
    }
    Ok(false.into())
}

/// `loops.closing()` is what the method `return` of an asynchronous iterator has returned.
fn closing(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(std::mem::take(&mut *open_loops(this)?.closing.borrow_mut()))
}

/// `loops.ended(r)` takes the result with which an asynchronous iterator has ended:
/// [AsyncIteratorClose](https://tc39.es/ecma262/#sec-asynciteratorclose), step 7.
fn ended(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if !arguments.get_or_undefined(0).is_object() {
        let error = JsNativeError::typ().with_message("inner result was not an object").into();
        open_loops(this)?.fail(error, context)?;
    }
    Ok(JsValue::undefined())
}

/// `loops.fail(e)` takes the error with which an asynchronous iterator has ended.
fn fail(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let error = JsError::from_opaque(arguments.get_or_undefined(0).clone());
    open_loops(this)?.fail(error, context).map(|()| JsValue::undefined())
}

/// `loops.check()` throws the first error of an iterator that has been closed.
fn check(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let error = open_loops(this)?.error.borrow_mut().take();
    error.map_or(Ok(JsValue::undefined()), Err)
}
