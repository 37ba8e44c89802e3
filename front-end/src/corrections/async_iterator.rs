//! Asynchronous iterators of programs, as `for await` loops of generators use them (see `open_loops.rs`).

use std::cell::Cell;

use boa_engine::object::builtins::JsPromise;
use boa_engine::object::{FunctionObjectBuilder, JsObject, ObjectInitializer};
use boa_engine::property::Attribute;
use boa_engine::{Context, JsArgs, JsData, JsNativeError, JsResult, JsSymbol, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::host_iterator::function;

/// An iterator, and whether its loop has ended.
#[derive(Trace, Finalize, JsData)]
pub(super) struct AsyncIterator {
    object: JsObject,
    next: JsValue,
    #[unsafe_ignore_trace]
    is_done: Cell<bool>,
}

impl AsyncIterator {
    /// [GetIterator](https://tc39.es/ecma262/#sec-getiterator) with a method `Symbol.asyncIterator`.
    pub(super) fn of(value: &JsValue, method: &JsValue, context: &mut Context) -> JsResult<Gc<Self>> {
        let object = function(method)?.call(value, &[], context)?.as_object();
        let object = object.ok_or_else(|| JsNativeError::typ().with_message("returned iterator is not an object"))?;
        let next = object.get(js_string!("next"), context)?;
        Ok(Gc::new(Self { object, next, is_done: Cell::new(false) }))
    }

    /// The prototype of the objects for iterators.
    pub(super) fn prototype(context: &mut Context) -> JsObject {
        let realm = context.realm().clone();
        let native = |steps| FunctionObjectBuilder::new(&realm, NativeFunction::from_fn_ptr(steps)).build();
        let (itself, return_method) = (native(|this, _, _| Ok(this.clone())), native(return_method));
        ObjectInitializer::new(context)
            .function(NativeFunction::from_fn_ptr(next), js_string!("next"), 0)
            .accessor(js_string!("return"), Some(return_method), None, Attribute::empty())
            .property(JsSymbol::async_iterator(), itself, Attribute::empty())
            .build()
    }

    /// The object for an iterator that the engine uses.
    pub(super) fn object(iterator: Gc<Self>, prototype: &JsObject) -> JsValue {
        JsObject::from_proto_and_data(Some(prototype.clone()), iterator).into()
    }

    pub(super) fn is_done(&self) -> bool {
        self.is_done.get()
    }

    /// The first steps of [AsyncIteratorClose](https://tc39.es/ecma262/#sec-asynciteratorclose). Returns what the
    /// method `return` has returned, if there is one.
    pub(super) fn close(&self, context: &mut Context) -> JsResult<Option<JsValue>> {
        self.is_done.set(true);
        let method = self.object.get(js_string!("return"), context)?;
        if method.is_null_or_undefined() {
            return Ok(None);
        }
        function(&method)?.call(&self.object.clone().into(), &[], context).map(Some)
    }
}

fn state(this: &JsValue) -> JsResult<Gc<AsyncIterator>> {
    let object = this.as_object();
    let state = object.as_ref().and_then(|object| object.downcast_ref::<Gc<AsyncIterator>>().map(|it| it.clone()));
    state.ok_or_else(|| JsNativeError::typ().with_message("not an iterator").into())
}

/// Calls `next`, and notes when the iterator is done.
fn next(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = state(this)?;
    let called = function(&state.next).and_then(|next| next.call(&state.object.clone().into(), &[], context));
    let promise = called.and_then(|result| JsPromise::resolve(result, context));
    let promise = promise.inspect_err(|_| state.is_done.set(true))?;
    let realm = context.realm().clone();
    let native = |steps| FunctionObjectBuilder::new(&realm, steps).build();
    let note = |_: &JsValue, arguments: &[JsValue], state: &Gc<AsyncIterator>, _: &mut Context| {
        state.is_done.set(is_done(arguments.get_or_undefined(0)));
        Ok(JsValue::undefined())
    };
    let failed = |_: &JsValue, _: &[JsValue], state: &Gc<AsyncIterator>, _: &mut Context| {
        state.is_done.set(true);
        Ok(JsValue::undefined())
    };
    let note = native(NativeFunction::from_copy_closure_with_captures(note, state.clone()));
    let failed = native(NativeFunction::from_copy_closure_with_captures(failed, state));
    promise.then(Some(note), Some(failed), context)?;
    Ok(promise.into())
}

/// Whether the result of an iterator is its last, or an error, as far as its own data properties say. No getter runs.
fn is_done(result: &JsValue) -> bool {
    let Some(result) = result.as_object() else { return true };
    let property = result.borrow().properties().get(&js_string!("done").into());
    property.and_then(|property| property.value().map(JsValue::to_boolean)).unwrap_or_default()
}

/// The method `return` of the iterator, if it has one.
fn return_method(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = state(this)?;
    state.is_done.set(true);
    let method = state.object.get(js_string!("return"), context)?;
    if method.is_null_or_undefined() {
        return Ok(method);
    }
    let method = function(&method)?;
    let call = |_: &JsValue, _: &[JsValue], (method, object): &(JsObject, JsObject), context: &mut Context| {
        method.call(&object.clone().into(), &[], context)
    };
    let call = NativeFunction::from_copy_closure_with_captures(call, (method, state.object.clone()));
    Ok(FunctionObjectBuilder::new(context.realm(), call).build().into())
}
