//! One end of a channel. It stays the same when its `MessagePort` is transferred.
//!
//! The files of this folder and those of `structured_clone` depend on each other, as in the standard: a port dispatches
//! message events, which have ports; messages are structured clones, which can transfer ports.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use boa_engine::{Context, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace, WeakGc};

use super::{MessageEvent, MessagePort};
use crate::event_loop::{
    AmbientValues, CountedMessage, Ending, Event, EventLoop, Origin, PortId, QueuePosition, Quirk, TaskSource,
    WorkKind, WorkRequest, in_realm,
};
use crate::web::dom::{EventTarget, fire_an_event, limit_exceeded};
use crate::web::html::structured_clone::Serialized;

/// An end of a channel, with the messages that have arrived. Its [port message queue] moves with it.
///
/// [port message queue]: https://html.spec.whatwg.org/multipage/web-messaging.html#port-message-queue
#[derive(Trace, Finalize)]
pub(crate) struct PortEnd {
    #[unsafe_ignore_trace]
    id: Cell<PortId>,
    other: GcRefCell<Option<Gc<PortEnd>>>,
    messages: GcRefCell<VecDeque<Message>>,
    enabled: Cell<bool>,
    /// Whether a delivery is queued or running, for hosts that queue one at a time.
    busy: Cell<bool>,
    /// Whether this is the end of a `Worker` object.
    is_of_worker: Cell<bool>,
    /// Where the channel was created, if an observer wants to know.
    #[unsafe_ignore_trace]
    created_at: Option<Origin>,
    port: GcRefCell<Holder>,
    /// That of the agent that has the end.
    #[unsafe_ignore_trace]
    event_loop: RefCell<Weak<EventLoop>>,
}

/// A message that has arrived, and the ambient values when it was sent: its port may be started elsewhere.
type Message = (Serialized, AmbientValues, CountedMessage);

/// The port object that currently has an end.
#[derive(Default, Trace, Finalize)]
enum Holder {
    /// The end is in transit, or its port was closed.
    #[default]
    None,
    /// A port that can observe nothing of the channel: its queue is not enabled and it has no listeners. The channel
    /// does not keep it alive.
    Idle(WeakGc<MessagePort>),
    Active(Gc<MessagePort>),
}

impl PortEnd {
    /// Creates an end that is not entangled.
    pub(crate) fn new(event_loop: &Rc<EventLoop>, context: &mut Context) -> Self {
        Self {
            id: Cell::new(event_loop.new_port_id()),
            created_at: event_loop.observed_caller(context),
            other: GcRefCell::default(),
            messages: GcRefCell::default(),
            enabled: Cell::default(),
            busy: Cell::default(),
            is_of_worker: Cell::default(),
            port: GcRefCell::default(),
            event_loop: RefCell::new(Rc::downgrade(event_loop)),
        }
    }

    /// [Entangles](https://html.spec.whatwg.org/multipage/web-messaging.html#entangle) two ends.
    pub(crate) fn entangle(one: &Gc<Self>, other: &Gc<Self>) {
        // Omitted: step 1, disentangling previous partners: new ends have none, and a transfer keeps the partner.
        *one.other.borrow_mut() = Some(other.clone());
        *other.other.borrow_mut() = Some(one.clone());
    }

    /// Identifies the end.
    pub(super) fn id(&self) -> PortId {
        self.id.get()
    }

    /// The event loop of the agent that has the end; `None` if the agent has ended.
    pub(super) fn event_loop(&self) -> Option<Rc<EventLoop>> {
        self.event_loop.borrow().upgrade()
    }

    pub(super) fn belongs_to(&self, event_loop: &EventLoop) -> bool {
        std::ptr::eq(self.event_loop.borrow().as_ptr(), event_loop)
    }

    /// Hands the end over to another agent. Has no effect if it has it already.
    pub(super) fn belong_to(&self, event_loop: &Rc<EventLoop>) {
        if !self.belongs_to(event_loop) {
            self.id.set(event_loop.new_port_id());
            *self.event_loop.borrow_mut() = Rc::downgrade(event_loop);
        }
    }

    /// Whether the two ends belong to different agents.
    pub(super) fn connects_agents(&self) -> bool {
        self.other().is_some_and(|other| !other.event_loop.borrow().ptr_eq(&self.event_loop.borrow()))
    }

    /// Returns the end that this one is entangled with.
    pub(super) fn other(&self) -> Option<Gc<Self>> {
        self.other.borrow().clone()
    }

    /// [Disentangles](https://html.spec.whatwg.org/multipage/web-messaging.html#disentangle) the two ends, and queues a
    /// task that fires `close` at the other port.
    pub(crate) fn disentangle(&self, context: &mut Context) {
        let Some(other) = self.other.borrow_mut().take() else { return };
        other.other.borrow_mut().take();
        for end in [self, &other] {
            end.update_watch();
            end.a_port_is_closed();
        }
        let closed = other.clone();
        queue_a_task(
            WorkKind::PortClose,
            &other,
            context,
            || false,
            move |event_loop, context| {
                let close = js_string!("close");
                let Some(port) = closed.port().filter(|port| port.target().has_listeners(&close)) else {
                    return Ending::Removed;
                };
                port.target().fire(&close, event_loop, context);
                Ending::Returned
            },
        );
    }

    fn a_port_is_closed(&self) {
        if let Some(event_loop) = self.event_loop() {
            event_loop.notify(|| Event::PortClosed { port: self.id() });
        }
    }

    /// Disentangles the two ends without an event.
    pub(crate) fn unlink(&self) {
        let other = self.other.borrow_mut().take();
        let Some(other) = other else { return };
        other.other.borrow_mut().take();
        self.a_port_is_closed();
        other.a_port_is_closed();
    }

    /// This is the end of a `Worker` object: observers hear of the worker, and not of a channel.
    pub(crate) fn is_that_of_a_worker(&self, event_loop: &EventLoop, origin: Option<Origin>) {
        self.is_of_worker.set(true);
        event_loop.notify(|| Event::WorkerCreated { port: self.id(), origin });
    }

    /// Drops the messages that have arrived and were not delivered.
    pub(crate) fn empty_the_queue(&self) {
        let messages = std::mem::take(&mut *self.messages.borrow_mut());
        drop(messages);
    }

    /// Gives the end to a port object, or puts it in transit.
    pub(super) fn set_port(&self, port: Option<&Gc<MessagePort>>) {
        self.enabled.set(false);
        *self.port.borrow_mut() = port.map_or(Holder::None, |port| Holder::Idle(WeakGc::new(port)));
        self.update_watch();
    }

    /// The port object that currently has this end, unless it was collected.
    fn port(&self) -> Option<Gc<MessagePort>> {
        match &*self.port.borrow() {
            Holder::None => None,
            Holder::Idle(port) => port.upgrade(),
            Holder::Active(port) => Some(port.clone()),
        }
    }

    fn is_port_collected(&self) -> bool {
        matches!(&*self.port.borrow(), Holder::Idle(port) if !port.is_upgradable())
    }

    /// Updates what depends on the port's listeners and on whether its queue is enabled.
    pub(super) fn update(&self) {
        let Some(port) = self.port() else { return };
        let active = self.enabled.get() || port.target().listener_count() > 0;
        *self.port.borrow_mut() = if active { Holder::Active(port) } else { Holder::Idle(WeakGc::new(&port)) };
        self.update_watch();
        if let Some(other) = self.other() {
            other.update_watch();
        }
    }

    /// Starts or stops waiting for the collection of this end's port: [it disentangles the two][1], which the other
    /// port may observe.
    ///
    /// [1]: https://html.spec.whatwg.org/multipage/web-messaging.html#ports-and-garbage-collection
    fn update_watch(&self) {
        let (Some(port), Some(event_loop)) = (self.port(), self.event_loop()) else { return };
        let is_idle = matches!(*self.port.borrow(), Holder::Idle(_));
        let waits_for_close =
            |end: &Gc<Self>| end.port().is_some_and(|port| port.target().has_listeners(&js_string!("close")));
        let Some(other) = self.other().filter(|other| is_idle && waits_for_close(other)) else {
            port.stop_waiting();
            return;
        };
        // A port whose queue is enabled stays alive for the event, even if nothing else can reach it.
        let root = other.enabled.get().then(|| other.clone());
        let other = WeakGc::new(&other);
        port.when_collected(&event_loop, move |context| {
            let _root = root;
            let collected = other.upgrade().and_then(|other| other.other()).filter(|end| end.is_port_collected());
            if let Some(end) = collected {
                end.disentangle(context);
            }
        });
    }

    /// Adds a message that has arrived, and queues its delivery if the queue is enabled. Drops it if the agent that
    /// has the end has ended.
    ///
    /// # Errors
    ///
    /// `QuotaExceededError` if too many messages wait.
    pub(super) fn receive(
        this: &Gc<Self>,
        message: Serialized,
        sender: &EventLoop,
        context: &mut Context,
    ) -> JsResult<()> {
        let Some(event_loop) = this.event_loop().filter(|_| !this.is_port_collected()) else { return Ok(()) };
        event_loop.check_messages().map_err(|exceeded| limit_exceeded(exceeded, context))?;
        // The values of one agent mean nothing to another.
        let is_of_sender = this.belongs_to(sender);
        let values = if is_of_sender { event_loop.capture().for_new_work() } else { AmbientValues::default() };
        this.messages.borrow_mut().push_back((message, values, event_loop.count_message()));
        if this.enabled.get() {
            Self::queue_delivery(this, &event_loop, context);
        }
        Ok(())
    }

    /// [Enables](https://html.spec.whatwg.org/multipage/web-messaging.html#dom-messageport-start) the queue: queues one
    /// task for each message.
    pub(crate) fn enable(this: &Gc<Self>, context: &mut Context) {
        let Some(event_loop) = this.event_loop().filter(|_| !this.enabled.replace(true)) else { return };
        this.update();
        if this.other.borrow().is_some() && !this.is_of_worker.get() {
            event_loop.notify(|| Event::PortOpened { port: this.id(), origin: this.created_at });
        }
        for _ in 0..this.messages.borrow().len() {
            Self::queue_delivery(this, &event_loop, context);
        }
    }

    fn queue_delivery(this: &Gc<Self>, event_loop: &EventLoop, context: &mut Context) {
        let one_at_a_time = event_loop.has_quirk(Quirk::PortOneMessageAtATime);
        if one_at_a_time && this.busy.replace(true) {
            return;
        }
        let (end, waiting) = (this.clone(), this.clone());
        let is_canceled = move || !waiting.can_deliver();
        queue_a_task(WorkKind::Message, this, context, is_canceled, move |event_loop, context| {
            let ending = end.deliver(event_loop, context);
            if one_at_a_time {
                end.busy.set(false);
                if end.enabled.get() && !end.messages.borrow().is_empty() {
                    Self::queue_delivery(&end, event_loop, context);
                }
            }
            ending
        });
    }

    /// Takes the oldest message. The task that would have dispatched it does nothing.
    pub(super) fn take_message(&self) -> Option<Serialized> {
        self.messages.borrow_mut().pop_front().map(|(message, ..)| message)
    }

    /// Whether a port receives a message if one is delivered now. A port that was closed receives no more.
    fn can_deliver(&self) -> bool {
        self.enabled.get() && self.port().is_some() && !self.messages.borrow().is_empty()
    }

    /// Dispatches the oldest message. If the port was transferred in the meantime, the message waits for the new port.
    fn deliver(&self, event_loop: &EventLoop, context: &mut Context) -> Ending {
        let Some(port) = self.port().filter(|_| self.enabled.get()) else { return Ending::Removed };
        let message = self.messages.borrow_mut().pop_front();
        let Some((message, values, _)) = message else { return Ending::Removed };
        let _values = event_loop.enter(values);
        // Messages of ports have no origin.
        dispatch(port.message_event_target(), message, js_string!(), JsValue::null(), event_loop, context);
        Ending::Returned
    }
}

/// Deserializes a message in the target's realm and fires `message` at the target, or `messageerror` if that fails.
pub(super) fn dispatch(
    target: &EventTarget,
    message: Serialized,
    origin: JsString,
    source: JsValue,
    event_loop: &EventLoop,
    context: &mut Context,
) {
    let Some(realm) = target.realm() else { return };
    let received = in_realm(realm, context, |context| message.deserialize(context));
    let event_type = if received.is_ok() { js_string!("message") } else { js_string!("messageerror") };
    let (data, ports) =
        received.map_or_else(|_| (JsValue::null(), Vec::new()), |received| (received.value, received.ports));
    fire_an_event(target, &event_type, event_loop, context, |context| {
        MessageEvent::create(event_type.clone(), data, origin, source, &ports, context)
    });
}

/// Queues a task on the port message queue of an end, which is a task source of its own: the messages of a port arrive
/// in order, and a policy may choose between ports. The current context may be that of another agent. Does nothing if
/// the agent that has the end has ended.
fn queue_a_task<E: Into<Ending>>(
    kind: WorkKind,
    end: &PortEnd,
    context: &mut Context,
    is_canceled: impl Fn() -> bool + 'static,
    steps: impl FnOnce(&EventLoop, &mut Context) -> E + 'static,
) {
    let Some(event_loop) = end.event_loop() else { return };
    // Events are fired in the realm of the port that has the end when the task runs. Without a port, there is nothing
    // to do, so any realm of the agent will do.
    let realm = end.port().and_then(|port| port.target().realm().cloned());
    let current = || EventLoop::of(context).filter(|current| end.belongs_to(current)).map(|_| context.realm().clone());
    let Some(realm) = realm.or_else(current) else { return };
    let source = TaskSource::MessagePort(end.id());
    let work = event_loop.new_work(WorkRequest { source: Some(source), ..kind.into() }, context);
    let place = QueuePosition::Last;
    event_loop.queue_a_cancelable_task(source, work, place, realm, is_canceled, move |event_loop, context| {
        Ok(steps(event_loop, context))
    });
}
