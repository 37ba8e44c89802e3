//! [`AsyncDisposableStack`](https://tc39.es/proposal-explicit-resource-management/#sec-asyncdisposablestack-objects):
//! resources that are disposed of together, one after the other.

use std::cell::Cell;
use std::mem;

use boa_engine::class::{Class, ClassBuilder};
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsData, JsError, JsObject, JsResult, JsSymbol, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::resources::{Disposed, Hint, Resource, Resources, combined};
use super::stack_class::{StackClass, define_members, resources_of};
use crate::web::webidl::exception_value;
use crate::web::webidl::traced_promise::{TracedPromise, promise_of, react, rejected_promise};

/// The state of an object.
#[derive(Trace, Finalize, JsData)]
pub(super) struct AsyncDisposableStack(Gc<Resources>);

impl Class for AsyncDisposableStack {
    const NAME: &'static str = "AsyncDisposableStack";
    const ATTRIBUTES: Attribute = Attribute::WRITABLE.union(Attribute::CONFIGURABLE);

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        let steps = NativeFunction::from_fn_ptr(dispose_async);
        define_members::<Self>(class, (js_string!("disposeAsync"), JsSymbol::async_dispose(), steps));
        Ok(())
    }

    fn data_constructor(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<Self> {
        Ok(Self(Gc::default()))
    }
}

impl StackClass for AsyncDisposableStack {
    const HINT: Hint = Hint::Async;

    fn with_resources(resources: Gc<Resources>) -> Self {
        Self(resources)
    }

    fn resources(&self) -> &Gc<Resources> {
        &self.0
    }
}

/// [`disposeAsync`][1]
///
/// [1]: https://tc39.es/proposal-explicit-resource-management/#sec-asyncdisposablestack.prototype.disposeAsync
#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn dispose_async(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let resources = match resources_of::<AsyncDisposableStack>(this) {
        Ok(resources) => resources.take().unwrap_or_default(),
        Err(error) => {
            let reason = exception_value(error, context);
            return Ok(rejected_promise(reason, context).into());
        }
    };
    let disposal = Gc::new(Disposal {
        resources: GcRefCell::new(resources),
        thrown: GcRefCell::default(),
        has_awaited: Cell::new(false),
        needs_await: Cell::new(false),
        promise: TracedPromise::new(context),
    });
    dispose_next(&disposal, context);
    Ok(disposal.promise.value())
}

/// Resources that are being disposed of:
/// [`DisposeResources`](https://tc39.es/proposal-explicit-resource-management/#sec-disposeresources).
#[derive(Trace, Finalize)]
struct Disposal {
    /// The last one is the next one.
    resources: GcRefCell<Vec<Resource>>,
    thrown: GcRefCell<Option<JsValue>>,
    has_awaited: Cell<bool>,
    needs_await: Cell<bool>,
    promise: TracedPromise,
}

impl Disposal {
    fn next(&self) -> Option<Resource> {
        self.resources.borrow_mut().pop()
    }

    fn threw(&self, error: JsError, context: &mut Context) {
        if error.as_engine().is_some() {
            // A limit is exceeded: nothing more runs.
            let left = mem::take(&mut *self.resources.borrow_mut());
            drop(left);
        }
        let earlier = self.thrown.borrow_mut().take();
        let error = combined(error, earlier, context).unwrap_or_else(|error| exception_value(error, context));
        *self.thrown.borrow_mut() = Some(error);
    }
}

/// Disposes of resources until there is something to wait for.
fn dispose_next(disposal: &Gc<Disposal>, context: &mut Context) {
    while let Some(resource) = disposal.next() {
        match resource.dispose_async(context) {
            Ok(Disposed::Awaits(value)) => match await_value(disposal, value, context) {
                Ok(()) => return,
                Err(error) => disposal.threw(error, context),
            },
            Ok(Disposed::NeedsAwait) => disposal.needs_await.set(true),
            Err(error) if resource.rejects() => {
                let reason = exception_value(error, context);
                let promise = rejected_promise(reason, context);
                match await_value(disposal, promise.into(), context) {
                    Ok(()) => return,
                    Err(error) => disposal.threw(error, context),
                }
            }
            Err(error) => disposal.threw(error, context),
        }
    }
    let must_await = disposal.needs_await.get() && !disposal.has_awaited.get();
    if must_await && await_value(disposal, JsValue::undefined(), context).is_ok() {
        return;
    }
    let thrown = disposal.thrown.borrow_mut().take();
    match thrown {
        Some(error) => disposal.promise.reject(error, context),
        None => disposal.promise.resolve(JsValue::undefined(), context),
    }
}

/// [`Await`](https://tc39.es/ecma262/#await): goes on when the promise of a value is settled.
///
/// # Errors
///
/// What the getter `constructor` of a promise throws.
fn await_value(disposal: &Gc<Disposal>, value: JsValue, context: &mut Context) -> JsResult<()> {
    let promise = promise_resolve(value, context)?;
    disposal.has_awaited.set(true);
    react(
        &promise,
        disposal,
        |disposal, _, context| dispose_next(disposal, context),
        |disposal, reason, context| {
            disposal.threw(JsError::from_opaque(reason), context);
            dispose_next(disposal, context);
        },
        context,
    );
    Ok(())
}

/// [`PromiseResolve`](https://tc39.es/ecma262/#sec-promise-resolve) with `%Promise%`.
fn promise_resolve(value: JsValue, context: &mut Context) -> JsResult<JsPromise> {
    if let Some(object) = value.as_object()
        && let Ok(promise) = JsPromise::from_object(object.clone())
    {
        let constructor = object.get(js_string!("constructor"), context)?;
        let own = context.intrinsics().constructors().promise().constructor();
        if constructor.as_object().is_some_and(|constructor| JsObject::equals(&constructor, &own)) {
            return Ok(promise);
        }
    }
    Ok(promise_of(Ok(value), context))
}
