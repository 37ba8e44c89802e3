//! [`DisposableStack`](https://tc39.es/proposal-explicit-resource-management/#sec-disposablestack-objects): resources
//! that are disposed of together.

use boa_engine::class::{Class, ClassBuilder};
use boa_engine::property::Attribute;
use boa_engine::{Context, JsData, JsResult, JsSymbol, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::resources::{Hint, Resources, dispose_all};
use super::stack_class::{StackClass, define_members, resources_of};

/// The state of an object.
#[derive(Trace, Finalize, JsData)]
pub(super) struct DisposableStack(Gc<Resources>);

impl Class for DisposableStack {
    const NAME: &'static str = "DisposableStack";
    const ATTRIBUTES: Attribute = Attribute::WRITABLE.union(Attribute::CONFIGURABLE);

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        let steps = NativeFunction::from_fn_ptr(dispose);
        define_members::<Self>(class, (js_string!("dispose"), JsSymbol::dispose(), steps));
        Ok(())
    }

    fn data_constructor(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<Self> {
        Ok(Self(Gc::default()))
    }
}

impl StackClass for DisposableStack {
    const HINT: Hint = Hint::Sync;

    fn with_resources(resources: Gc<Resources>) -> Self {
        Self(resources)
    }

    fn resources(&self) -> &Gc<Resources> {
        &self.0
    }
}

/// [`dispose`](https://tc39.es/proposal-explicit-resource-management/#sec-disposablestack.prototype.dispose)
fn dispose(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(resources) = resources_of::<DisposableStack>(this)?.take() {
        dispose_all(resources, context)?;
    }
    Ok(JsValue::undefined())
}
