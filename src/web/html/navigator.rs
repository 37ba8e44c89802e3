//! `navigator`: <https://html.spec.whatwg.org/multipage/system-state.html#the-navigator-object>.

use boa_engine::{Context, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::GlobalScope;
use super::environment::is_worker;
use crate::web::locks;
use crate::web::locks::LockManager;
use crate::web::webidl::{Interface, OwnObject, attribute_name, create, define_global_attribute, interface};

#[derive(Default, Trace, Finalize)]
pub(super) struct Navigator {
    locks: OwnObject,
}

interface! {
    Navigator;
    get "hardwareConcurrency" = |_navigator| HARDWARE_CONCURRENCY;
    get "locks" = |navigator, context| navigator.locks.get_or_create(&Gc::new(LockManager), context)?;
    get "userAgent" = |_navigator| js_string!(USER_AGENT);
}

/// [`WorkerNavigator`](https://html.spec.whatwg.org/multipage/workers.html#the-workernavigator-object), which has the
/// same members.
#[derive(Default, Trace, Finalize)]
struct WorkerNavigator {
    locks: OwnObject,
}

interface! {
    WorkerNavigator;
    get "hardwareConcurrency" = |_navigator| HARDWARE_CONCURRENCY;
    get "locks" = |navigator, context| navigator.locks.get_or_create(&Gc::new(LockManager), context)?;
    get "userAgent" = |_navigator| js_string!(USER_AGENT);
}

/// The [number of logical processors][1] that the agent could use. The standard lets the user agent limit it, and all
/// agents share one thread here.
///
/// [1]: https://html.spec.whatwg.org/multipage/workers.html#dom-navigator-hardwareconcurrency
const HARDWARE_CONCURRENCY: u32 = 1;

const USER_AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

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
