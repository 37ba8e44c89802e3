//! [`DisposeCapability` records](https://tc39.es/proposal-explicit-resource-management/#sec-disposecapability-records).

use std::mem;

use boa_engine::{Context, JsError, JsObject, JsResult, JsSymbol, JsValue, js_error};
use boa_gc::{Finalize, GcRefCell, Trace};

use super::suppressed_error::suppressed_error;
use crate::web::webidl::exception_value;

/// Which method disposes of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// `Symbol.dispose`
    Sync,
    /// `Symbol.asyncDispose`, or else `Symbol.dispose`
    Async,
}

/// The resources of a stack, of which the last one is disposed of first. `None` if the stack is disposed.
#[derive(Trace, Finalize)]
pub(super) struct Resources(GcRefCell<Option<Vec<Resource>>>);

impl Default for Resources {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl Resources {
    pub(super) fn new(resources: Vec<Resource>) -> Self {
        Self(GcRefCell::new(Some(resources)))
    }

    pub(super) fn are_disposed(&self) -> bool {
        self.0.borrow().is_none()
    }

    /// Adds a resource. What is added while the stack is disposed is never disposed of.
    pub(super) fn push(&self, resource: Resource) {
        if let Some(resources) = &mut *self.0.borrow_mut() {
            resources.push(resource);
        }
    }

    /// Takes all resources, and marks the stack as disposed. `None` if it was before.
    pub(super) fn take(&self) -> Option<Vec<Resource>> {
        mem::take(&mut *self.0.borrow_mut())
    }
}

/// A [disposable resource](https://tc39.es/proposal-explicit-resource-management/#sec-disposableresource-records).
#[derive(Clone, Trace, Finalize)]
pub(super) struct Resource {
    value: JsValue,
    #[unsafe_ignore_trace]
    call: Call,
    /// `None` if there is only something to wait for.
    method: Option<JsObject>,
}

/// How a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    /// As a method of the value.
    OfValue,
    /// As a method of the value whose result is not waited for: `Symbol.dispose` of an asynchronous resource.
    SyncOfValue,
    /// With the value as its argument.
    WithValue,
    /// Without a value.
    Alone,
}

/// What disposing of a resource of an asynchronous stack leads to.
pub(super) enum Disposed {
    /// Something to wait for.
    Awaits(JsValue),
    /// There was no method.
    NeedsAwait,
}

impl Resource {
    /// [`CreateDisposableResource`][1]. `None` if there is nothing to dispose of.
    ///
    /// # Errors
    ///
    /// `TypeError` if the value is no object or has no method, and what its getters throw.
    ///
    /// [1]: https://tc39.es/proposal-explicit-resource-management/#sec-createdisposableresource
    pub(super) fn of_value(value: &JsValue, hint: Hint, context: &mut Context) -> JsResult<Option<Self>> {
        if value.is_null_or_undefined() {
            let waits = Self { value: JsValue::undefined(), call: Call::OfValue, method: None };
            return Ok((hint == Hint::Async).then_some(waits));
        }
        let Some(object) = value.as_object() else {
            return Err(js_error!(TypeError: "a resource must be an object, null or undefined"));
        };
        let (call, method) = dispose_method(&object, hint, context)?;
        Ok(Some(Self { value: value.clone(), call, method: Some(method) }))
    }

    /// A function that is called with a value, if there is one.
    pub(super) fn of_function(function: JsObject, value: Option<JsValue>) -> Self {
        let call = if value.is_some() { Call::WithValue } else { Call::Alone };
        Self { value: value.unwrap_or_default(), call, method: Some(function) }
    }

    /// [`Dispose`](https://tc39.es/proposal-explicit-resource-management/#sec-dispose) without waiting.
    pub(super) fn dispose(&self, context: &mut Context) -> JsResult<JsValue> {
        let Some(method) = &self.method else { return Ok(JsValue::undefined()) };
        match self.call {
            Call::OfValue | Call::SyncOfValue => method.call(&self.value, &[], context),
            Call::WithValue => method.call(&JsValue::undefined(), std::slice::from_ref(&self.value), context),
            Call::Alone => method.call(&JsValue::undefined(), &[], context),
        }
    }

    /// Disposes of a resource of an asynchronous stack.
    pub(super) fn dispose_async(&self, context: &mut Context) -> JsResult<Disposed> {
        if self.method.is_none() {
            return Ok(Disposed::NeedsAwait);
        }
        let result = self.dispose(context)?;
        Ok(Disposed::Awaits(if self.call == Call::SyncOfValue { JsValue::undefined() } else { result }))
    }

    /// Whether an error of the method is the reason of a promise that is waited for.
    pub(super) fn rejects(&self) -> bool {
        self.call == Call::SyncOfValue
    }
}

/// [`GetDisposeMethod`](https://tc39.es/proposal-explicit-resource-management/#sec-getdisposemethod)
fn dispose_method(object: &JsObject, hint: Hint, context: &mut Context) -> JsResult<(Call, JsObject)> {
    if hint == Hint::Async
        && let Some(method) = method(object, JsSymbol::async_dispose(), "Symbol.asyncDispose", context)?
    {
        return Ok((Call::OfValue, method));
    }
    let call = if hint == Hint::Async { Call::SyncOfValue } else { Call::OfValue };
    match method(object, JsSymbol::dispose(), "Symbol.dispose", context)? {
        Some(method) => Ok((call, method)),
        None if hint == Hint::Async => {
            Err(js_error!(TypeError: "the resource has no method [Symbol.asyncDispose] or [Symbol.dispose]"))
        }
        None => Err(js_error!(TypeError: "the resource has no method [Symbol.dispose]")),
    }
}

/// [`GetMethod`](https://tc39.es/ecma262/#sec-getmethod)
fn method(object: &JsObject, key: JsSymbol, name: &str, context: &mut Context) -> JsResult<Option<JsObject>> {
    let value = object.get(key, context)?;
    if value.is_null_or_undefined() {
        return Ok(None);
    }
    let method = value.as_callable();
    method.map(Some).ok_or_else(|| js_error!(TypeError: "the property [{}] of the resource is not a function", name))
}

/// Combines an error with the one that was thrown before, if there is one.
///
/// # Errors
///
/// An exceeded limit, after which nothing more may run, and whatever creating an error throws.
pub(super) fn combined(error: JsError, earlier: Option<JsValue>, context: &mut Context) -> JsResult<JsValue> {
    if error.as_engine().is_some() {
        return Err(error);
    }
    let error = exception_value(error, context);
    match earlier {
        None => Ok(error),
        Some(earlier) => suppressed_error(error, earlier, context),
    }
}

/// [`DisposeResources`](https://tc39.es/proposal-explicit-resource-management/#sec-disposeresources) without waiting.
///
/// # Errors
///
/// What the methods throw; several errors as a `SuppressedError`.
pub(super) fn dispose_all(resources: Vec<Resource>, context: &mut Context) -> JsResult<()> {
    let mut thrown = None;
    for resource in resources.into_iter().rev() {
        if let Err(error) = resource.dispose(context) {
            thrown = Some(combined(error, thrown, context)?);
        }
    }
    thrown.map_or(Ok(()), |error| Err(JsError::from_opaque(error)))
}
