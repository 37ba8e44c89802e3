//! Iterators of programs, as the functions of the host use them.

use std::cell::Cell;

use boa_engine::object::JsObject;
use boa_engine::{Context, JsData, JsError, JsNativeError, JsResult, JsSymbol, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

/// An iterator of a program, and the function for its values, if there is one.
#[derive(Trace, Finalize, JsData)]
pub(super) struct Iterator {
    pub(super) object: JsObject,
    pub(super) next: JsValue,
    #[unsafe_ignore_trace]
    pub(super) is_done: Cell<bool>,
    /// Whether the iterator threw: it is not closed then.
    #[unsafe_ignore_trace]
    pub(super) has_thrown: Cell<bool>,
    /// How many more steps must not throw.
    #[unsafe_ignore_trace]
    pub(super) checked_steps: Cell<u32>,
    pub(super) function: Option<JsObject>,
}

impl Iterator {
    /// The iterator of a value.
    pub(super) fn of(value: &JsValue, context: &mut Context) -> JsResult<Gc<Self>> {
        Self::new(value, 0, None, context)
    }

    pub(super) fn new(
        value: &JsValue,
        steps: u32,
        function: Option<JsObject>,
        context: &mut Context,
    ) -> JsResult<Gc<Self>> {
        let (object, next) = get_iterator(value, context)?;
        Ok(Gc::new(Self {
            object,
            next,
            is_done: Cell::new(false),
            has_thrown: Cell::new(false),
            checked_steps: Cell::new(steps),
            function,
        }))
    }

    pub(super) fn is_done(&self) -> bool {
        self.is_done.get()
    }

    /// [IteratorClose](https://tc39.es/ecma262/#sec-iteratorclose) with a return completion.
    pub(super) fn close(&self, context: &mut Context) -> JsResult<()> {
        self.is_done.set(true);
        match close_iterator(self, context)? {
            Some(value) if !value.is_object() => {
                Err(JsNativeError::typ().with_message("inner result was not an object").into())
            }
            _ => Ok(()),
        }
    }
}

/// [GetIterator](https://tc39.es/ecma262/#sec-getiterator) for a synchronous iterator.
pub(super) fn get_iterator(value: &JsValue, context: &mut Context) -> JsResult<(JsObject, JsValue)> {
    let not_iterable = || {
        let message = format!("value with type `{}` is not iterable", value.type_of());
        JsError::from(JsNativeError::typ().with_message(message))
    };
    let method = value.to_object(context)?.get(JsSymbol::iterator(), context)?;
    let method = method.as_callable().ok_or_else(not_iterable)?;
    let iterator = method.call(value, &[], context)?.as_object();
    let iterator = iterator.ok_or_else(|| JsNativeError::typ().with_message("returned iterator is not an object"))?;
    let next = iterator.get(js_string!("next"), context)?;
    Ok((iterator, next))
}

/// The object for an iterator that the engine uses.
pub(super) fn iterator_object(iterator: Gc<Iterator>, prototype: &JsObject) -> JsValue {
    JsObject::from_proto_and_data(Some(prototype.clone()), Handle(iterator)).into()
}

/// The handle of an iterator: the object is not borrowed while the program runs.
#[derive(Trace, Finalize, JsData)]
struct Handle(Gc<Iterator>);

pub(super) fn state(this: &JsValue) -> JsResult<Gc<Iterator>> {
    let object = this.as_object();
    let handle = object.as_ref().and_then(|object| object.downcast_ref::<Handle>().map(|handle| handle.0.clone()));
    handle.ok_or_else(|| JsNativeError::typ().with_message("not an iterator").into())
}

/// [IteratorStepValue](https://tc39.es/ecma262/#sec-iteratorstepvalue)
pub(super) fn step(iterator: &JsObject, next: &JsValue, context: &mut Context) -> JsResult<Option<JsValue>> {
    let result = function(next)?.call(&iterator.clone().into(), &[], context)?.as_object();
    let result = result.ok_or_else(|| JsNativeError::typ().with_message("next value should be an object"))?;
    if result.get(js_string!("done"), context)?.to_boolean() {
        return Ok(None);
    }
    result.get(js_string!("value"), context).map(Some)
}

pub(super) fn close_iterator(state: &Iterator, context: &mut Context) -> JsResult<Option<JsValue>> {
    let iterator = JsValue::from(state.object.clone());
    let method = state.object.get(js_string!("return"), context)?;
    if method.is_null_or_undefined() {
        return Ok(None);
    }
    function(&method)?.call(&iterator, &[], context).map(Some)
}

pub(super) fn function(value: &JsValue) -> JsResult<JsObject> {
    value.as_callable().ok_or_else(|| JsNativeError::typ().with_message("not a callable function").into())
}
