//! `MessagePort`: <https://html.spec.whatwg.org/multipage/web-messaging.html#message-ports>.

use std::cell::{Cell, OnceCell};

use boa_engine::job::NativeAsyncJob;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsSymbol, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::PortEnd;
use super::life::Life;
use super::shared_ports::SharedPorts;
use crate::event_loop::{Event, EventLoop};
use crate::web::dom::{EventTarget, TargetHooks, event_handler_attribute, event_handler_name};
use crate::web::html::structured_clone::{Serialized, transfer_option};
use crate::web::webidl::{event_loop, implements, interface, interface_prototype, object, sequence_from_method};

/// The state of a `MessagePort`.
#[derive(Trace, Finalize)]
pub(crate) struct MessagePort {
    target: Gc<EventTarget>,
    /// The [message event target][1], if it is not the port itself: a worker, on either side.
    ///
    /// [1]: https://html.spec.whatwg.org/multipage/web-messaging.html#message-event-target
    message_event_target: OnceCell<Gc<EventTarget>>,
    /// `None` after the port was transferred or closed.
    end: GcRefCell<Option<Gc<PortEnd>>>,
    /// Dropped with the port, if something waits for that.
    #[unsafe_ignore_trace]
    life: Cell<Option<Life>>,
}

interface! {
    MessagePort: EventTarget;
    operation "postMessage"(1) = post_message;
    operation "start"() = |port, context| start(&port, context);
    operation "close"() = |port, context| close(&port, context);
    with = |builder| event_handler_attribute::<MessagePort>(builder, event_handler_name!("close"));
    get "onmessage" = |port| port.target.handler_value(&js_string!("message")), set = |port, value, context| {
        port.target.set_handler(&js_string!("message"), value);
        // Setting the handler enables the queue.
        start(&port, context);
    };
    with = |builder| event_handler_attribute::<MessagePort>(builder, event_handler_name!("messageerror"));
}

impl MessagePort {
    /// Creates a port object for this end of a channel.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub(crate) fn attach(end: &Gc<PortEnd>, context: &mut Context) -> JsResult<Gc<Self>> {
        let prototype = interface_prototype::<Self>(context)?;
        let port = EventTarget::create(prototype, context, |target| {
            target.set_hooks(&HOOKS);
            Self {
                target: target.clone(),
                message_event_target: OnceCell::new(),
                end: GcRefCell::new(Some(end.clone())),
                life: Cell::default(),
            }
        });
        end.belong_to(&event_loop(context)?);
        if end.connects_agents() {
            SharedPorts::of(context).add(end);
        }
        end.set_port(Some(&port));
        Ok(port)
    }

    /// Runs the steps after this port was collected, instead of those of earlier calls. The job that waits does not
    /// keep a program alive.
    pub(super) fn when_collected(&self, event_loop: &EventLoop, steps: impl FnOnce(&mut Context) + 'static) {
        let life = Life::default();
        let end_of_life = life.end();
        self.life.set(Some(life));
        event_loop.add_finalization_job(NativeAsyncJob::new(async move |context| {
            end_of_life.await;
            steps(&mut context.borrow_mut());
            Ok(JsValue::undefined())
        }));
    }

    pub(super) fn stop_waiting(&self) {
        self.life.set(None);
    }

    #[must_use]
    pub(crate) fn target(&self) -> &Gc<EventTarget> {
        &self.target
    }

    /// Dispatches the messages of the port at another target. To be called at most once.
    pub(crate) fn set_message_event_target(&self, target: &Gc<EventTarget>) {
        // No caller sets a second target.
        let _ = self.message_event_target.set(target.clone());
    }

    pub(super) fn message_event_target(&self) -> &Gc<EventTarget> {
        self.message_event_target.get().unwrap_or(&self.target)
    }

    #[must_use]
    pub(crate) fn object(&self) -> JsObject {
        self.target.object().cloned().unwrap_or_else(JsObject::with_null_proto)
    }

    /// Detaches and returns the end, as the [transfer steps][1] do. Returns `None` if the port was already transferred
    /// or closed.
    ///
    /// [1]: https://html.spec.whatwg.org/multipage/web-messaging.html#message-ports:transfer-steps
    pub(crate) fn transfer(&self) -> Option<Gc<PortEnd>> {
        let end = self.detach()?;
        // Steps 1 and 3.1, the "has been shipped" flags: the default policy orders the messages of all ports, so only
        // observers need them.
        for end in std::iter::once(end.clone()).chain(end.other()) {
            if let Some(event_loop) = end.event_loop() {
                event_loop.notify(|| Event::PortShipped { port: end.id() });
            }
        }
        Some(end)
    }

    /// Detaches and returns the end. Returns `None` if the port was already transferred or closed.
    fn detach(&self) -> Option<Gc<PortEnd>> {
        let end = self.end.borrow_mut().take()?;
        end.set_port(None);
        self.stop_waiting();
        Some(end)
    }

    fn end(&self) -> Option<Gc<PortEnd>> {
        self.end.borrow().clone()
    }
}

static HOOKS: TargetHooks = TargetHooks {
    listeners_changed: Some(|object| {
        if let Some(end) = implements::<MessagePort>(&object.clone().into()).and_then(|port| port.end()) {
            end.update();
        }
    }),
    error_arguments: None,
};

/// [The message port post message steps][1].
///
/// [1]: https://html.spec.whatwg.org/multipage/web-messaging.html#message-port-post-message-steps
pub(crate) fn post_message(port: &Gc<MessagePort>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let transfer = transfer_argument(arguments.get_or_undefined(1), context)?;
    // Step 2: a port cannot send itself.
    if transfer.iter().any(|object| *object == port.object()) {
        let message = "a port cannot be transferred through itself";
        let name = crate::web::dom::DomExceptionName::DataClone;
        return Err(crate::web::dom::DomException::error(name, message, context));
    }
    let target = port.end().and_then(|end| end.other());
    port.end().iter().chain(&target).for_each(|end| announce_use(end, false));
    // Omitted: in step 4, the message in the console: it is optional.
    // Step 4: a message that transfers the port at the other side is dropped, because it could never be received.
    let doomed = target.as_ref().is_some_and(|target| {
        let is_target = |object: &JsObject| {
            let end = implements::<MessagePort>(&object.clone().into()).and_then(|port| port.end());
            end.is_some_and(|end| Gc::ptr_eq(&end, target))
        };
        transfer.iter().any(is_target)
    });
    // Step 5: serialize the message, also if nobody receives it.
    let message = Serialized::from_value(&arguments[0], &transfer, context)?;
    if let (Some(target), false) = (target, doomed) {
        let event_loop = event_loop(context)?;
        PortEnd::receive(&target, message, &event_loop, context)?;
    }
    Ok(())
}

/// Converts the second argument: a sequence of objects, or a dictionary that contains one.
fn transfer_argument(argument: &JsValue, context: &mut Context) -> JsResult<Vec<JsObject>> {
    if let Some(iterable) = argument.as_object() {
        // The choice of the overload reads the method once, and the sequence is created from it.
        let method = iterable.get(JsSymbol::iterator(), context)?;
        if !method.is_null_or_undefined() {
            let what = &"MessagePort.postMessage: transfer";
            return sequence_from_method(&iterable, &method, what, context, object);
        }
    }
    transfer_option(argument, "MessagePort.postMessage", context)
}

/// Takes the oldest message that waits at a port, as `receiveMessageOnPort` of [Node][1] does. `None` if there is none,
/// or the value is not a port.
///
/// # Errors
///
/// What deserializing it throws.
///
/// [1]: https://nodejs.org/api/worker_threads.html#workerreceivemessageonportport
pub fn receive_message(port: &JsValue, context: &mut Context) -> JsResult<Option<JsValue>> {
    let end = implements::<MessagePort>(port).and_then(|port| port.end());
    let Some(end) = end else { return Ok(None) };
    announce_use(&end, true);
    let message = end.take_message();
    message.map(|message| message.deserialize(context).map(|received| received.value)).transpose()
}

/// Whether a value is a port.
pub(crate) fn is_port(value: &JsValue) -> bool {
    implements::<MessagePort>(value).is_some()
}

/// [`start`](https://html.spec.whatwg.org/multipage/web-messaging.html#dom-messageport-start).
pub(super) fn start(port: &MessagePort, context: &mut Context) {
    if let Some(end) = port.end() {
        announce_use(&end, true);
        PortEnd::enable(&end, context);
    }
}

/// [`close`](https://html.spec.whatwg.org/multipage/web-messaging.html#dom-messageport-close). Messages to this port
/// are no longer dispatched; messages that it has sent still arrive at the other port.
pub(super) fn close(port: &MessagePort, context: &mut Context) {
    if let Some(end) = port.detach() {
        std::iter::once(&end).chain(&end.other()).for_each(|end| announce_use(end, true));
        end.disentangle(context);
    }
}

/// Tells who wants to know what work uses that this end is used.
fn announce_use(end: &PortEnd, is_changed: bool) {
    if let Some(observer) = end.event_loop().and_then(|event_loop| event_loop.access_observer()) {
        observer.port_used(end.id(), is_changed);
    }
}
