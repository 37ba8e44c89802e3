//! `navigator`: <https://html.spec.whatwg.org/multipage/system-state.html#the-navigator-object>.

use boa_engine::object::IntegrityLevel;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsObject, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::GlobalScope;
use super::environment::is_worker;
use crate::web::locks;
use crate::web::locks::LockManager;
use crate::web::webidl::{Interface, OwnObject, attribute_name, create, define_global_attribute, interface};

/// Declares a navigator: those of windows and of workers have many members in common.
macro_rules! navigator {
    ($(#[$documentation:meta])* $visibility:vis struct $name:ident; $($member:tt)*) => {
        $(#[$documentation])*
        #[derive(Default, Trace, Finalize)]
        $visibility struct $name {
            languages: OwnObject,
            locks: OwnObject,
        }

        interface! {
            $name;
            get "appCodeName" = |_navigator| js_string!("Mozilla");
            get "appName" = |_navigator| js_string!("Netscape");
            get "appVersion" = |_navigator| js_string!(APP_VERSION);
            get "hardwareConcurrency" = |_navigator| HARDWARE_CONCURRENCY;
            get "language" = |_navigator| js_string!(LANGUAGE);
            get "languages" = |navigator, context| languages(&navigator.languages, context)?;
            get "locks" = |navigator, context| navigator.locks.get_or_create(&Gc::new(LockManager), context)?;
            get "onLine" = |_navigator| true;
            get "platform" = |_navigator| js_string!(PLATFORM);
            get "product" = |_navigator| js_string!("Gecko");
            get "userAgent" = |_navigator| js_string!(USER_AGENT);
            $($member)*
        }
    };
}

navigator! {
    /// [`Navigator`](https://html.spec.whatwg.org/multipage/system-state.html#navigator). Its [compatibility mode][1]
    /// has to be one of three, of which Gecko's names no company.
    ///
    /// [1]: https://html.spec.whatwg.org/multipage/system-state.html#concept-navigator-compatibility-mode
    pub(super) struct Navigator;
    get "oscpu" = |_navigator| js_string!(PLATFORM);
    get "productSub" = |_navigator| js_string!("20100101");
    operation "taintEnabled"() = |_navigator| false;
    get "vendor" = |_navigator| js_string!("");
    get "vendorSub" = |_navigator| js_string!("");
}

navigator! {
    /// [`WorkerNavigator`](https://html.spec.whatwg.org/multipage/workers.html#the-workernavigator-object).
    struct WorkerNavigator;
}

/// The [number of logical processors][1] that the agent could use. The standard lets the user agent limit it, and all
/// agents share one thread here.
///
/// [1]: https://html.spec.whatwg.org/multipage/workers.html#dom-navigator-hardwareconcurrency
const HARDWARE_CONCURRENCY: u32 = 1;

const USER_AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

/// The standard lets it [start with `5.0 (`][1] in every browser.
///
/// [1]: https://html.spec.whatwg.org/multipage/system-state.html#dom-navigator-appversion
const APP_VERSION: &str = concat!("5.0 (", env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"), ")");

/// The [language](https://html.spec.whatwg.org/multipage/system-state.html#dom-navigator-language) of every program, so
/// that programs do the same on every machine.
const LANGUAGE: &str = "en-US";

/// The [platform](https://html.spec.whatwg.org/multipage/system-state.html#dom-navigator-platform) as browsers name it.
const PLATFORM: &str = if cfg!(target_os = "macos") {
    "MacIntel"
} else if cfg!(target_os = "windows") {
    "Win32"
} else if cfg!(all(target_os = "linux", target_arch = "aarch64")) {
    "Linux aarch64"
} else if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
    "Linux x86_64"
} else {
    ""
};

/// [`languages`](https://html.spec.whatwg.org/multipage/system-state.html#dom-navigator-languages): a frozen array,
/// always the same one.
fn languages(own: &OwnObject, context: &mut Context) -> JsResult<JsValue> {
    if own.value().is_undefined() {
        let array: JsObject = JsArray::from_iter([js_string!(LANGUAGE).into()], context).into();
        array.set_integrity_level(IntegrityLevel::Frozen, context)?;
        own.set(array);
    }
    Ok(own.value())
}

fn get_navigator(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let scope = GlobalScope::of_this(this, context)?;
    if let Some(navigator) = scope.navigator.get() {
        return Ok(navigator.clone().into());
    }
    let navigator = if is_worker(context) {
        create(&Gc::new(WorkerNavigator::default()), context)?
    } else {
        create(&Gc::new(Navigator::default()), context)?
    };
    Ok(scope.navigator.get_or_init(|| navigator).clone().into())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    if is_worker(context) { WorkerNavigator::register(context) } else { Navigator::register(context) }?;
    locks::register(context)?;
    define_global_attribute(attribute_name!("navigator"), NativeFunction::from_fn_ptr(get_navigator), None, context)
}
