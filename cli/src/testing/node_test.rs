//! The module `node:test`.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction};
use posttask::internal::exploration::footprints::HostFunctions;
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

/// The functions, and the members of the contexts of tests, that tell what they use.
pub(super) const FUNCTIONS: HostFunctions = HostFunctions {
    exports: &[
        "after",
        "afterEach",
        "before",
        "beforeEach",
        "describe",
        "describe.only",
        "describe.skip",
        "describe.todo",
        "it",
        "it.only",
        "it.skip",
        "it.todo",
        "only",
        "skip",
        "suite",
        "suite.only",
        "suite.skip",
        "suite.todo",
        "test",
        "test.only",
        "test.skip",
        "test.todo",
        "todo",
    ],
    members: &[
        "after",
        "afterEach",
        "arrives",
        "before",
        "beforeEach",
        "choose",
        "diagnostic",
        "explore",
        "filePath",
        "fullName",
        "log",
        "name",
        "plan",
        "reject",
        "signal",
        "skip",
        "test",
        "todo",
    ],
    other_members: &["assert", "clock", "mock", "passed", "waitFor"],
};

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

#[cfg(test)]
mod tests {
    use boa_engine::property::PropertyKey;
    use posttask::Runtime;
    use posttask::webidl::{Interface, interface_prototype};

    use super::{ExploreHandle, FUNCTIONS, SuiteContext, TestContext};

    /// A member that is not listed would be taken for a method of the program, which announces itself.
    #[test]
    fn all_members_are_listed() {
        let mut runtime = Runtime::builder().build().unwrap();
        runtime.with_context(|context| {
            TestContext::register(context).unwrap();
            SuiteContext::register(context).unwrap();
            ExploreHandle::register(context).unwrap();
            let prototypes = [
                interface_prototype::<TestContext>(context).unwrap(),
                interface_prototype::<SuiteContext>(context).unwrap(),
                interface_prototype::<ExploreHandle>(context).unwrap(),
            ];
            for key in prototypes.iter().flat_map(|prototype| prototype.own_property_keys(context).unwrap()) {
                let PropertyKey::String(name) = key else { continue };
                let name = name.to_std_string_lossy();
                let is_listed = [FUNCTIONS.members, FUNCTIONS.other_members].concat().contains(&name.as_str());
                assert!(is_listed || name == "constructor", "{name}");
            }
        });
    }
}
