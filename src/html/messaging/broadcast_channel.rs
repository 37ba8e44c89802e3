//! `BroadcastChannel`, within one event loop.
//!
//! Defined by
//! <https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts>.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::port_end::dispatch;
use crate::dom::{DomException, DomExceptionName, EventTarget, TargetHooks, WeakList, event_handler_attribute};
use crate::event_loop::{QueuePosition, TaskSource, WorkKind};
use crate::html::structured_clone::Serialized;
use crate::webidl::{event_loop, implements, interface, prototype_of_new_target};

/// The state of a `BroadcastChannel`.
#[derive(Trace, Finalize)]
pub(crate) struct BroadcastChannel {
    target: Gc<EventTarget>,
    name: JsString,
    closed: Cell<bool>,
    /// The channel itself, while it must not be collected: a handle that is not traced is a root.
    #[unsafe_ignore_trace]
    self_root: RefCell<Option<Gc<BroadcastChannel>>>,
}

interface! {
    BroadcastChannel: EventTarget;
    constructor(1) = construct;
    get "name" = |channel| channel.name.clone();
    operation "postMessage"(1) = post_message;
    operation "close"() = |channel| channel.close();
    with = |builder| event_handler_attribute::<BroadcastChannel>(builder, "message");
    with = |builder| event_handler_attribute::<BroadcastChannel>(builder, "messageerror");
}

/// All channels of a context, in the order in which they were created.
#[derive(Default)]
struct Channels(WeakList<BroadcastChannel>);

fn live_channels(context: &mut Context) -> Vec<Gc<BroadcastChannel>> {
    context.get_data::<Channels>().map(|channels| channels.0.live()).unwrap_or_default()
}

fn register_channel(channel: &Gc<BroadcastChannel>, context: &mut Context) {
    let channels = context.host_defined_mut();
    if channels.get::<Channels>().is_none() {
        channels.insert_default::<Channels>();
    }
    if let Some(channels) = channels.get_mut::<Channels>() {
        channels.0.push(channel);
    }
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = arguments[0].to_string(context)?;
    let prototype = prototype_of_new_target::<BroadcastChannel>(new_target, context)?;
    let channel = EventTarget::create(prototype, context, |target| {
        target.set_hooks(&HOOKS);
        BroadcastChannel { target: target.clone(), name, closed: Cell::new(false), self_root: RefCell::default() }
    });
    register_channel(&channel, context);
    Ok(channel.target.object_value())
}

static HOOKS: TargetHooks =
    TargetHooks { listeners_changed: Some(BroadcastChannel::listeners_changed), error_arguments: None };

impl BroadcastChannel {
    /// Roots the channel while it is open and has `message` listeners: it must not be collected, because a message may
    /// arrive.
    fn listeners_changed(object: &JsObject) {
        let Some(channel) = implements::<Self>(&object.clone().into()) else { return };
        let stays = !channel.closed.get() && channel.target.has_listeners(&js_string!("message"));
        let previous = channel.self_root.replace(stays.then(|| channel.clone()));
        drop(previous);
    }

    fn close(&self) {
        self.closed.set(true);
        self.self_root.take();
    }
}

/// [`postMessage`](https://html.spec.whatwg.org/multipage/web-messaging.html#dom-broadcastchannel-postmessage).
fn post_message(sender: &Gc<BroadcastChannel>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    // Omitted: steps 1, 4 and 5, eligibility, origin and storage key: there are no documents, workers or origins.
    if sender.closed.get() {
        return Err(DomException::error(DomExceptionName::InvalidState, "the channel is closed", context));
    }
    // Step 3: the message is serialized once, even if there are several receivers or none.
    let message = Rc::new(Serialized::from_value(&arguments[0], &[], context)?);
    // Step 6.
    let receivers = live_channels(context)
        .into_iter()
        .filter(|channel| !Gc::ptr_eq(channel, sender) && !channel.closed.get() && channel.name == sender.name);
    for receiver in receivers {
        let message = Rc::clone(&message);
        let event_loop = event_loop(context)?;
        let work = event_loop.new_work(WorkKind::Broadcast, context);
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
    Ok(())
}
