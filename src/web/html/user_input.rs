//! Input of a user, which the embedder simulates, and `navigator.scheduling.isInputPending()`:
//! <https://wicg.github.io/is-input-pending/>. Off unless the embedder turns it on.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::GlobalScope;
use super::navigator::Navigator;
use crate::event_loop::{QueuePosition, TaskSource, Timestamp, WorkId, WorkKind, in_realm};
use crate::web::dom::{Event, EventInit, fire_an_event};
use crate::web::webidl::{
    Dictionary, Interface, attribute_name, create, define_attribute, event_loop, interface, this_object,
};

/// The types of [continuous events](https://wicg.github.io/is-input-pending/#continuous-events), of which there may be
/// many.
const CONTINUOUS: [&str; 7] = ["mousemove", "wheel", "touchmove", "drag", "pointermove", "pointerrawupdate", "scroll"];

/// Input whose event has not been dispatched.
#[derive(Clone, Copy, Debug)]
struct Pending {
    work: WorkId,
    due: Timestamp,
    is_continuous: bool,
}

/// The input of a context.
#[derive(Default, Trace, Finalize, JsData)]
struct UserInput(#[unsafe_ignore_trace] Rc<RefCell<Vec<Pending>>>);

/// The state of a `Scheduling`.
#[derive(Trace, Finalize)]
struct Scheduling;

interface! {
    Scheduling;
    operation "isInputPending"(0) = is_input_pending;
}

/// The `Scheduling` object of a realm.
#[derive(Trace, Finalize, JsData)]
struct OfRealm(JsObject);

/// Gives the realms that are created later `navigator.scheduling`.
pub(crate) fn enable_user_input(context: &mut Context) {
    context.insert_data(UserInput::default());
}

/// Dispatches a trusted event at the global of the current realm after a time, in a task of the
/// [user interaction task source][1]. From then until it is dispatched, input is pending.
///
/// [1]: https://html.spec.whatwg.org/multipage/webappapis.html#user-interaction-task-source
///
/// # Errors
///
/// `TypeError` if the context has no event loop.
pub(crate) fn simulate_input(event_type: &str, after: Duration, context: &mut Context) -> JsResult<()> {
    let event_loop = event_loop(context)?;
    let Some(pending) = context.get_data().map(|UserInput(pending)| Rc::clone(pending)) else { return Ok(()) };
    let global = GlobalScope::current(context)?;
    let (realm, event_type) = (context.realm().clone(), JsString::from(event_type));
    let is_continuous = CONTINUOUS.iter().any(|name| event_type == *name);
    let work = event_loop.new_host_work(WorkKind::UserInput, context);
    let due = event_loop.now().after(after);
    pending.borrow_mut().push(Pending { work: work.id, due, is_continuous });
    let delay = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
    event_loop.run_steps_at(due, delay, work, move |event_loop, _| {
        let source = TaskSource::UserInteraction;
        event_loop.queue_a_global_task(source, work, QueuePosition::Last, realm, move |event_loop, context| {
            pending.borrow_mut().retain(|pending| pending.work != work.id);
            let init = EventInit { bubbles: true, cancelable: !is_continuous, composed: true };
            fire_an_event(global.target()?, &event_type, event_loop, context, |context| {
                Event::create_plain(event_type.clone(), init, context)
            });
            Ok(())
        });
    });
    Ok(())
}

/// [`isInputPending`](https://wicg.github.io/is-input-pending/#dom-scheduling-isinputpending).
fn is_input_pending(_: &Gc<Scheduling>, arguments: &[JsValue], context: &mut Context) -> JsResult<bool> {
    let options = Dictionary::from_value(arguments.get_or_undefined(0), "Scheduling.isInputPending")?;
    let includes_continuous = options.boolean(js_string!("includeContinuous"), context)?;
    // A program that asks in a loop waits for input: under virtual time, reading the clock lets time pass.
    let now = event_loop(context)?.clock().read();
    let Some(UserInput(pending)) = context.get_data() else { return Ok(false) };
    let is_pending = |pending: &Pending| pending.due <= now && (includes_continuous || !pending.is_continuous);
    Ok(pending.borrow().iter().any(is_pending))
}

/// [`navigator.scheduling`](https://wicg.github.io/is-input-pending/#dom-navigator-scheduling).
fn scheduling(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    this_object::<Navigator>(this, "scheduling")?;
    let realm = context.realm().clone();
    if let Some(OfRealm(scheduling)) = realm.host_defined().get::<OfRealm>() {
        return Ok(scheduling.clone().into());
    }
    let scheduling = in_realm(&realm, context, |context| create(&Gc::new(Scheduling), context))?;
    realm.host_defined_mut().insert(OfRealm(scheduling.clone()));
    Ok(scheduling.into())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    if !context.has_data::<UserInput>() {
        return Ok(());
    }
    Scheduling::register(context)?;
    define_attribute::<Navigator>(attribute_name!("scheduling"), scheduling, context)
}
