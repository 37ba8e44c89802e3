//! The asynchronous iteration of readable streams: <https://streams.spec.whatwg.org/#rs-asynciterator>, with what Web
//! IDL says of [asynchronous iterators](https://webidl.spec.whatwg.org/#js-asynchronous-iterable).

use std::cell::Cell;

use boa_engine::builtins::iterable::create_iter_result_object;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsSymbol, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::state::{ReadRequest, ReadableStream, ReadableStreamDefaultReader};
use crate::web::webidl::host_promise::HostPromise;
use crate::web::webidl::traced_promise::{Reaction, TracedPromise, fulfilled_promise, transform};
use crate::web::webidl::{
    Dictionary, Interface, InterfaceBuilder, catch_as_rejection, create, interface_prototype, this_object,
};

/// The state of an iterator.
#[derive(Trace, Finalize)]
struct AsyncIterator {
    reader: Gc<ReadableStreamDefaultReader>,
    prevent_cancel: bool,
    ongoing: GcRefCell<Option<JsPromise>>,
    is_finished: Cell<bool>,
}

impl Interface for AsyncIterator {
    type State = Self;
    type Parent = ();
    const NAME: &'static str = "ReadableStream AsyncIterator";

    fn define(mut builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_> {
        let prototype = builder.context().intrinsics().objects().iterator_prototypes().async_iterator();
        builder.hidden().prototype_inherits(prototype).operation("next", 0, next).operation("return", 1, r#return)
    }
}

/// Adds `values` and `[Symbol.asyncIterator]`, which are the same function.
pub(super) fn members(mut builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_> {
    let function = FunctionObjectBuilder::new(builder.context().realm(), NativeFunction::from_fn_ptr(values));
    let function = function.name(js_string!("values")).length(0).constructor(false).build();
    let property = |enumerable| {
        let property = PropertyDescriptor::builder().value(function.clone()).writable(true).enumerable(enumerable);
        property.configurable(true).build()
    };
    builder.member(js_string!("values"), property(true)).member(JsSymbol::async_iterator(), property(false))
}

/// [`values`](https://streams.spec.whatwg.org/#rs-asynciterator), which is also `[Symbol.asyncIterator]`. The prototype
/// of the iterators is created with the first one.
fn values(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let stream = this_object::<ReadableStream>(this, "values")?;
    let options = Dictionary::from_value(arguments.get_or_undefined(0), "ReadableStream.values")?;
    let prevent_cancel = options.boolean(js_string!("preventCancel"), context)?;
    let reader = ReadableStreamDefaultReader::acquire(&stream, context)?;
    if interface_prototype::<AsyncIterator>(context).is_err() {
        AsyncIterator::register(context)?;
        // Iterators have no constructor.
        let prototype: JsObject = interface_prototype::<AsyncIterator>(context)?;
        prototype.delete_property_or_throw(js_string!("constructor"), context)?;
    }
    let iterator =
        AsyncIterator { reader, prevent_cancel, ongoing: GcRefCell::default(), is_finished: Cell::new(false) };
    Ok(create(&Gc::new(iterator), context)?.into())
}

/// [`next`](https://webidl.spec.whatwg.org/#js-asynchronous-iterator-prototype-object).
#[expect(clippy::unnecessary_wraps, reason = "the engine's functions return results")]
fn next(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(catch_as_rejection(context, |context| {
        let iterator = this_object::<AsyncIterator>(this, "next")?;
        let steps: Reaction<Gc<AsyncIterator>> = |iterator, _, context| Ok(next_steps(iterator, context).into());
        let ongoing = iterator.ongoing.borrow().clone();
        let promise = match ongoing {
            Some(ongoing) => transform(&ongoing, &iterator, Some(steps), Some(steps), context),
            None => next_steps(&iterator, context),
        };
        *iterator.ongoing.borrow_mut() = Some(promise.clone());
        Ok(promise.into())
    }))
}

/// Steps 8 and 9 of `next`. No script sees the promise for the next chunk, so it is not an object.
fn next_steps(iterator: &Gc<AsyncIterator>, context: &mut Context) -> JsPromise {
    let promise = TracedPromise::new(context);
    if iterator.is_finished.get() {
        let result = create_iter_result_object(JsValue::undefined(), true, context);
        promise.resolve(result, context);
        return promise.promise().clone();
    }
    let step =
        Gc::new(Step { iterator: iterator.clone(), read: HostPromise::new(), chunk: GcRefCell::default(), promise });
    iterator.reader.read(Box::new(NextChunk(step.clone())), context);
    step.read.react(&step, Step::fulfilled, Step::rejected, context);
    step.promise.promise().clone()
}

/// A call of `next` that is under way.
#[derive(Trace, Finalize)]
struct Step {
    iterator: Gc<AsyncIterator>,
    /// The promise of [getting the next result](https://streams.spec.whatwg.org/#rs-get-iterator).
    read: HostPromise,
    /// What has been read. `None` at the end.
    chunk: GcRefCell<Option<JsValue>>,
    promise: TracedPromise,
}

impl Step {
    fn fulfilled(this: &Gc<Self>, _: JsValue, context: &mut Context) {
        this.iterator.ongoing.borrow_mut().take();
        let chunk = this.chunk.borrow_mut().take();
        let is_done = chunk.is_none();
        let result = create_iter_result_object(chunk.unwrap_or_default(), is_done, context);
        this.promise.resolve(result, context);
    }

    fn rejected(this: &Gc<Self>, reason: JsValue, context: &mut Context) {
        this.iterator.ongoing.borrow_mut().take();
        this.iterator.is_finished.set(true);
        this.promise.reject(reason, context);
    }
}

/// The read request of getting the next result.
#[derive(Trace, Finalize)]
struct NextChunk(Gc<Step>);

impl ReadRequest for NextChunk {
    fn chunk(&self, chunk: JsValue, context: &mut Context) {
        *self.0.chunk.borrow_mut() = Some(chunk);
        self.0.read.fulfill(context);
    }

    fn close(&self, context: &mut Context) {
        ReadableStreamDefaultReader::release(&self.0.iterator.reader, context);
        self.0.iterator.is_finished.set(true);
        self.0.read.fulfill(context);
    }

    fn error(&self, reason: JsValue, context: &mut Context) {
        ReadableStreamDefaultReader::release(&self.0.iterator.reader, context);
        self.0.read.reject(reason, context);
    }
}

/// An iterator and the argument of `return`.
type Returning = (Gc<AsyncIterator>, JsValue);

/// [`return`](https://webidl.spec.whatwg.org/#js-asynchronous-iterator-prototype-object).
#[expect(clippy::unnecessary_wraps, reason = "the engine's functions return results")]
fn r#return(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(catch_as_rejection(context, |context| {
        let iterator = this_object::<AsyncIterator>(this, "return")?;
        let returning: Returning = (iterator.clone(), arguments.get_or_undefined(0).clone());
        let steps: Reaction<Returning> = |returning, _, context| Ok(return_steps(returning, context).into());
        let ongoing = iterator.ongoing.borrow().clone();
        let returned = match ongoing {
            Some(ongoing) => transform(&ongoing, &returning, Some(steps), Some(steps), context),
            None => return_steps(&returning, context),
        };
        *iterator.ongoing.borrow_mut() = Some(returned.clone());
        let result: Reaction<Returning> =
            |(_, value), _, context| Ok(create_iter_result_object(value.clone(), true, context));
        Ok(transform(&returned, &returning, Some(result), None, context).into())
    }))
}

/// Steps 8 to 10 of `return`, and the [return steps](https://streams.spec.whatwg.org/#rs-asynciterator) of streams.
fn return_steps((iterator, reason): &Returning, context: &mut Context) -> JsPromise {
    if iterator.is_finished.replace(true) {
        return fulfilled_promise(context);
    }
    let Some(stream) = iterator.reader.stream() else { return fulfilled_promise(context) };
    let canceled = if iterator.prevent_cancel {
        fulfilled_promise(context)
    } else {
        ReadableStream::cancel(&stream, reason.clone(), context)
    };
    ReadableStreamDefaultReader::release(&iterator.reader, context);
    canceled
}
