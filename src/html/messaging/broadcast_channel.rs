//! `BroadcastChannel`, within one event loop: <https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts>.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::port_end::dispatch;
use crate::dom::{DomException, DomExceptionName, EventTarget, TargetHooks, WeakList, event_handler_attributes};
use crate::event_loop::{QueuePosition, TaskSource, WorkKind};
use crate::html::structured_clone::Serialized;
use crate::webidl::{
    Interface, InterfaceBuilder, Layers, event_loop, implements, new_object, prototype_of_new_target,
    require_arguments, require_new, this_object,
};

/// The state of a `BroadcastChannel`.
#[derive(Trace, Finalize)]
pub struct BroadcastChannel {
    target: Gc<EventTarget>,
    name: JsString,
    closed: Cell<bool>,
    /// The channel itself while it must not be collected: a handle that is not traced is a root.
    #[unsafe_ignore_trace]
    itself: RefCell<Option<Gc<BroadcastChannel>>>,
}

impl Interface for BroadcastChannel {
    type State = Self;
    const NAME: &'static str = "BroadcastChannel";
    const DEPTH: usize = 1;
}

/// All channels of a context, in the order they were made.
#[derive(Default)]
struct Channels(WeakList<BroadcastChannel>);

/// Those that are alive.
fn live_channels(context: &mut Context) -> Vec<Gc<BroadcastChannel>> {
    context.get_data::<Channels>().map(|channels| channels.0.live()).unwrap_or_default()
}

fn remember(channel: &Gc<BroadcastChannel>, context: &mut Context) {
    let channels = context.host_defined_mut();
    if channels.get::<Channels>().is_none() {
        channels.insert_default::<Channels>();
    }
    if let Some(channels) = channels.get_mut::<Channels>() {
        channels.0.push(channel);
    }
}

fn constructor(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_new::<BroadcastChannel>(new_target)?;
    require_arguments(arguments, 1, "BroadcastChannel")?;
    let name = arguments[0].to_string(context)?;
    let prototype = prototype_of_new_target::<BroadcastChannel>(new_target, context)?;
    let target = Gc::new(EventTarget::default());
    let channel = Gc::new(BroadcastChannel {
        target: target.clone(),
        name,
        closed: Cell::new(false),
        itself: RefCell::default(),
    });
    let object = new_object(prototype, Layers::root(&target).and(&channel), context);
    target.set_object(object.clone(), context);
    target.set_hooks(&HOOKS);
    remember(&channel, context);
    Ok(object.into())
}

static HOOKS: TargetHooks =
    TargetHooks { listeners_changed: Some(BroadcastChannel::listeners_changed), error_arguments: None };

impl BroadcastChannel {
    /// A channel that is open and has listeners must not be collected, as a message may come: it roots itself.
    fn listeners_changed(object: &JsObject) {
        let Some(channel) = implements::<Self>(&object.clone().into()) else { return };
        let stays = !channel.closed.get() && channel.target.has_listeners(&js_string!("message"));
        let previous = channel.itself.replace(stays.then(|| channel.clone()));
        drop(previous);
    }
}

/// [`postMessage`](https://html.spec.whatwg.org/multipage/web-messaging.html#dom-broadcastchannel-postmessage).
fn post_message(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let sender = this_object::<BroadcastChannel>(this)?;
    require_arguments(arguments, 1, "BroadcastChannel.postMessage")?;
    if sender.closed.get() {
        return Err(DomException::error(DomExceptionName::InvalidState, "the channel is closed", context));
    }
    // Step 3: once, whatever the number of receivers, and also if there are none.
    let message = Rc::new(Serialized::from_value(&arguments[0], &[], context)?);
    // Step 6.
    let receivers = live_channels(context)
        .into_iter()
        .filter(|channel| !Gc::ptr_eq(channel, &sender) && !channel.closed.get() && channel.name == sender.name);
    for receiver in receivers {
        let message = Rc::clone(&message);
        let event_loop = event_loop(context)?;
        let work = event_loop.new_work(WorkKind::Message, context);
        let Some(realm) = receiver.target.realm().cloned() else { continue };
        event_loop.queue_a_global_task(
            TaskSource::DomManipulation,
            work,
            QueuePosition::Last,
            realm,
            move |event_loop, context| {
                if !receiver.closed.get() {
                    dispatch(&receiver.target, Rc::unwrap_or_clone(message), event_loop, context);
                }
                Ok(())
            },
        );
    }
    Ok(JsValue::undefined())
}

fn close(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let channel = this_object::<BroadcastChannel>(this)?;
    channel.closed.set(true);
    channel.itself.take();
    Ok(JsValue::undefined())
}

fn get_name(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<BroadcastChannel>(this)?.name.clone().into())
}

event_handler_attributes! {
    BroadcastChannel, |channel| &channel.target;
    "message": get_onmessage, set_onmessage;
    "messageerror": get_onmessageerror, set_onmessageerror;
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<BroadcastChannel>(context)
        .inherits::<EventTarget>()?
        .constructor(1, constructor)
        .attribute("name", get_name)
        .operation("postMessage", 1, post_message)
        .operation("close", 0, close)
        .writable_attribute("onmessage", get_onmessage, set_onmessage)
        .writable_attribute("onmessageerror", get_onmessageerror, set_onmessageerror)
        .build()
}
