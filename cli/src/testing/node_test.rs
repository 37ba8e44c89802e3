//! The module `node:test`.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction};
use posttask::internal::webidl::type_error;
use posttask::webidl::Interface;

use super::clock::Clock;
use super::declaring::{Variant, add_hook, declare};
use super::explore_handle::ExploreHandle;
use super::mock;
use super::report::Kind;
use super::session::runner;
use super::snapshots::snapshot_settings;
use super::test_context::{SuiteContext, TestContext};
use super::tree::HookKind;

/// The names that the module exports.
pub(super) const EXPORTS: &[&str] = &[
    "after",
    "afterEach",
    "before",
    "beforeEach",
    "describe",
    "it",
    "mock",
    "only",
    "run",
    "skip",
    "snapshot",
    "suite",
    "test",
    "todo",
];

const VARIANTS: [(&str, Variant); 3] = [("skip", Variant::Skip), ("todo", Variant::Todo), ("only", Variant::Only)];

const HOOKS: [HookKind; 4] = [HookKind::Before, HookKind::BeforeEach, HookKind::After, HookKind::AfterEach];

/// Creates the function `test`, with the other members of the module as its properties.
///
/// # Errors
///
/// `TypeError` if the context is not that of a test file.
pub(super) fn create(context: &mut Context) -> JsResult<JsObject> {
    runner(context)?;
    TestContext::register(context)?;
    SuiteContext::register(context)?;
    Clock::register(context)?;
    ExploreHandle::register(context)?;
    let test = with_variants("test", Kind::Test, context)?;
    let suite = with_variants("suite", Kind::Suite, context)?;
    let (mock, _) = mock::create(context)?;
    mock::let_imports_be_mocked(context)?;
    let members = [("test", &test), ("it", &test), ("describe", &suite), ("suite", &suite), ("mock", &mock)];
    for (name, value) in members {
        define(&test, name, value.clone(), context)?;
    }
    for kind in HOOKS {
        let hook = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
            add_hook(None, kind, arguments, context).map(|()| JsValue::undefined())
        };
        let hook = function(kind.as_str(), NativeFunction::from_copy_closure(hook), context);
        define(&test, kind.as_str(), hook, context)?;
    }
    let missing = |_: &JsValue, _: &[JsValue], _: &mut Context| {
        Err(type_error("run of node:test is not available in posttask; run the files with posttask test"))
    };
    let missing = function("run", NativeFunction::from_fn_ptr(missing), context);
    define(&test, "run", missing, context)?;
    let snapshot = snapshot_settings(context)?;
    define(&test, "snapshot", snapshot, context)?;
    Ok(test)
}

/// Creates `test` or `suite`, with `skip`, `todo` and `only`.
fn with_variants(name: &'static str, kind: Kind, context: &mut Context) -> JsResult<JsObject> {
    let plain = declaring(name, kind, Variant::Plain, context);
    for (variant_name, variant) in VARIANTS {
        let function = declaring(variant_name, kind, variant, context);
        define(&plain, variant_name, function, context)?;
    }
    Ok(plain)
}

fn declaring(name: &str, kind: Kind, variant: Variant, context: &mut Context) -> JsObject {
    let steps = move |_: &JsValue, arguments: &[JsValue], context: &mut Context| {
        declare(None, kind, variant, arguments, context)
    };
    function(name, NativeFunction::from_copy_closure(steps), context)
}

fn function(name: &str, steps: NativeFunction, context: &mut Context) -> JsObject {
    FunctionObjectBuilder::new(context.realm(), steps).name(JsString::from(name)).build().into()
}

fn define(object: &JsObject, name: &str, value: JsObject, context: &mut Context) -> JsResult<()> {
    let property = PropertyDescriptor::builder().value(value).writable(true).enumerable(true).configurable(true);
    object.define_property_or_throw(JsString::from(name), property, context).map(drop)
}
