//! `BroadcastChannel`, among the agents of a thread.
//!
//! Defined by
//! <https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts>.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use boa_engine::{Context, JsData, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace, force_collect};
use rustc_hash::FxHashMap;

use super::port_end::dispatch;
use crate::context_data::context_data;
use crate::event_loop::{Ending, Event, EventLoop, PortId, QueuePosition, TaskSource, WorkKind};
use crate::web::dom::{
    DomException, DomExceptionName, EventTarget, TargetHooks, WeakList, event_handler_attribute, event_handler_name,
    limit_exceeded,
};
use crate::web::html::serialized_origin;
use crate::web::html::structured_clone::Serialized;
use crate::web::webidl::{event_loop, implements, interface, prototype_of_new_target};

/// The state of a `BroadcastChannel`.
#[derive(Trace, Finalize)]
pub(crate) struct BroadcastChannel {
    target: Gc<EventTarget>,
    name: JsString,
    closed: Cell<bool>,
    id: ChannelId,
    /// Identifies the channel in the events of the loop.
    #[unsafe_ignore_trace]
    port: PortId,
    #[unsafe_ignore_trace]
    listening: Weak<Listening>,
    /// That of the agent that has the channel.
    #[unsafe_ignore_trace]
    event_loop: Weak<EventLoop>,
}

interface! {
    BroadcastChannel: EventTarget;
    constructor(1) = construct;
    get "name" = |channel| channel.name.clone();
    operation "postMessage"(1) = post_message;
    operation "close"() = |channel, context| channel.close(&*event_loop(context)?);
    with = |builder| event_handler_attribute::<BroadcastChannel>(builder, event_handler_name!("message"));
    with = |builder| event_handler_attribute::<BroadcastChannel>(builder, event_handler_name!("messageerror"));
}

/// The number of a channel among those of all agents that share them.
type ChannelId = u64;

/// The open channels with `message` listeners. They must not be collected, because a message may arrive: a handle that
/// is not traced is a root. The contexts own these roots, so they are gone when the contexts are.
type Listening = RefCell<FxHashMap<ChannelId, Gc<BroadcastChannel>>>;

/// The channels that agents share, those of all names.
#[derive(Clone, Default, Trace, Finalize, JsData)]
pub(crate) struct SharedChannels(#[unsafe_ignore_trace] Rc<RefCell<Channels>>);

impl SharedChannels {
    /// Those of a context.
    pub(crate) fn of(context: &mut Context) -> Self {
        context_data(context)
    }

    /// Lets the channels of an agent be collected: it has ended.
    pub(crate) fn an_agent_has_ended(&self, event_loop: &EventLoop) {
        let is_of_agent = |channel: &Gc<BroadcastChannel>| std::ptr::eq(channel.event_loop.as_ptr(), event_loop);
        let listening = Rc::clone(&self.0.borrow().listening);
        let ended: Vec<_> = listening.borrow_mut().extract_if(|_, channel| is_of_agent(channel)).collect();
        drop(ended);
    }
}

/// All channels of agents that share them.
#[derive(Default)]
struct Channels {
    /// The channels of each name, in the order in which they were created.
    named: FxHashMap<JsString, WeakList<BroadcastChannel>>,
    /// The number of names at which those without channels are removed.
    sweep_at: usize,
    listening: Rc<Listening>,
    next_id: ChannelId,
    /// The number of messages since the last collection that nobody will hear, unless the program adds a listener.
    unheard: usize,
    /// The number of unheard messages that are reason to collect garbage, if it is greater than [`FEW_UNHEARD`].
    collect_at: usize,
}

/// Fewer unheard messages are no reason to collect garbage. Small in tests, so that collections run.
const FEW_UNHEARD: usize = if cfg!(test) { 64 } else { 4_096 };

impl Channels {
    /// Adds a channel. O(1) amortized: names without channels are removed when the number of names has doubled.
    fn add(&mut self, channel: &Gc<BroadcastChannel>) {
        if self.named.len() >= self.sweep_at {
            self.named.retain(|_, channels| channels.sweep());
            self.sweep_at = (self.named.len() * 2).max(16);
        }
        self.named.entry(channel.name.clone()).or_default().push(channel);
    }

    /// The number of channels, with those that have died since the last sweep.
    fn len(&self) -> usize {
        self.named.values().map(WeakList::len).sum()
    }
}

/// Collects garbage if many messages went to channels without listeners, which the program may have dropped: each name
/// that is used again would have more of them, and the collector does not know how much work a dead channel causes. If
/// most of them were alive, it takes twice as many messages until the next time.
fn collect_the_dead(channels: &RefCell<Channels>) {
    let due = channels.borrow().collect_at.max(FEW_UNHEARD);
    if channels.borrow().unheard < due {
        return;
    }
    force_collect();
    let mut channels = channels.borrow_mut();
    let before = channels.len();
    channels.named.retain(|_, named| named.sweep());
    channels.collect_at = if channels.len() > before / 2 { due.saturating_mul(2) } else { 0 };
    channels.unheard = 0;
}

/// Returns the id of a new channel, and where it registers while it is listening.
fn new_channel_id(channels: &mut Channels) -> (ChannelId, Weak<Listening>) {
    channels.next_id += 1;
    (channels.next_id, Rc::downgrade(&channels.listening))
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = arguments[0].to_string(context)?;
    let prototype = prototype_of_new_target::<BroadcastChannel>(new_target, context)?;
    let channels = Rc::clone(&SharedChannels::of(context).0);
    let (id, listening) = new_channel_id(&mut channels.borrow_mut());
    let event_loop = event_loop(context)?;
    let (port, weak) = (event_loop.new_port_id(), Rc::downgrade(&event_loop));
    let channel = EventTarget::create(prototype, context, |target| {
        target.set_hooks(&HOOKS);
        let (target, closed) = (target.clone(), Cell::new(false));
        BroadcastChannel { target, name, closed, id, port, listening, event_loop: weak }
    });
    let origin = event_loop.observed_caller(context);
    event_loop.notify(|| Event::PortOpened { port, origin });
    channels.borrow_mut().add(&channel);
    announce_use(&event_loop, true);
    Ok(channel.target.object_value())
}

/// Tells who wants to know what work uses that a channel is opened, or that the open ones get a message.
fn announce_use(event_loop: &EventLoop, is_opened: bool) {
    if let Some(observer) = event_loop.access_observer() {
        observer.channels_used(is_opened);
    }
}

static HOOKS: TargetHooks =
    TargetHooks { listeners_changed: Some(BroadcastChannel::listeners_changed), error_arguments: None };

impl BroadcastChannel {
    /// Keeps the channel alive while it is open and has `message` listeners.
    fn listeners_changed(object: &JsObject) {
        let Some(channel) = implements::<Self>(&object.clone().into()) else { return };
        if channel.closed.get() || !channel.target.has_listeners(&js_string!("message")) {
            channel.stop_listening();
        } else if let Some(listening) = channel.listening.upgrade() {
            listening.borrow_mut().insert(channel.id, channel.clone());
        }
    }

    fn stop_listening(&self) {
        let channel = self.listening.upgrade().and_then(|listening| listening.borrow_mut().remove(&self.id));
        drop(channel);
    }

    fn close(&self, event_loop: &EventLoop) {
        if !self.closed.replace(true) {
            self.stop_listening();
            event_loop.notify(|| Event::PortClosed { port: self.port });
        }
    }
}

/// [`postMessage`](https://html.spec.whatwg.org/multipage/web-messaging.html#dom-broadcastchannel-postmessage).
fn post_message(sender: &Gc<BroadcastChannel>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    // Omitted: steps 1 and 5, eligibility and storage key: there are no documents, and all agents have the same key.
    if sender.closed.get() {
        return Err(DomException::error(DomExceptionName::InvalidState, "the channel is closed", context));
    }
    // Step 3: the message is serialized once, even if there are several receivers or none.
    let message = Rc::new(Serialized::from_value(&arguments[0], &[], context)?);
    // Step 4: the origin of the sender.
    let origin = serialized_origin(context);
    // Steps 6 to 8: the other open channels with this name.
    let channels = Rc::clone(&SharedChannels::of(context).0);
    collect_the_dead(&channels);
    announce_use(&*event_loop(context)?, false);
    let receivers = channels.borrow().named.get(&sender.name).map(WeakList::live_references).unwrap_or_default();
    for reference in receivers {
        // A channel without listeners that is dropped before its message arrives need not live until then.
        let Some(receiver) = reference.upgrade() else { continue };
        if Gc::ptr_eq(&receiver, sender) || receiver.closed.get() {
            continue;
        }
        if !receiver.target.has_listeners(&js_string!("message")) {
            channels.borrow_mut().unheard += 1;
        }
        let Some(event_loop) = receiver.event_loop.upgrade() else { continue };
        event_loop.check_messages().map_err(|exceeded| limit_exceeded(exceeded, context))?;
        let (message, origin, count) = (Rc::clone(&message), origin.clone(), event_loop.count_message());
        let work = event_loop.new_work(WorkKind::Broadcast, context);
        let Some(realm) = receiver.target.realm().cloned() else { continue };
        let receiving = reference.clone();
        event_loop.queue_a_cancelable_task(
            TaskSource::DomManipulation,
            work,
            QueuePosition::Last,
            realm,
            move || receiving.upgrade().is_some_and(|receiver| receiver.closed.get()),
            move |event_loop, context| {
                drop(count);
                let Some(receiver) = reference.upgrade() else { return Ok(Ending::Returned) };
                if receiver.closed.get() {
                    return Ok(Ending::Removed);
                }
                let message = Rc::unwrap_or_clone(message);
                dispatch(&receiver.target, message, origin, JsValue::null(), event_loop, context);
                Ok(Ending::Returned)
            },
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::Runtime;
    use crate::event_loop::Limits;

    /// Without collections, the last message would go to 3,000 channels that the program has dropped, and 4.5 million
    /// messages would wait.
    #[test]
    fn dropped_channels_do_not_receive_for_long() {
        let limits = Limits::none().messages(500_000);
        let mut runtime = Runtime::builder().virtual_time().limits(limits).build().unwrap();
        runtime.run_script("for (let i = 0; i < 3_000; i++) new BroadcastChannel('a').postMessage(i);").unwrap();
        runtime.run();
        let channels = "const kept = Array.from({ length: 100 }, () => new BroadcastChannel('b')); var heard = 0;
            for (const channel of kept) channel.postMessage(0);
            for (const channel of kept) channel.onmessage = () => heard++;";
        runtime.run_script(channels).unwrap();
        runtime.run();
        assert_eq!(runtime.run_script("heard").unwrap().as_number(), Some(9_900.0));
    }
}
