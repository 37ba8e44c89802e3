//! Firing and dispatching events: <https://dom.spec.whatwg.org/#dispatching-events>.
//!
//! No target of this library has a parent, so the path of an event consists of its target.

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Gc, Trace};

use super::event::{Event, EventInit, EventPhase};
use super::event_listener::{Callback, Phase};
use super::event_target::EventTarget;
use crate::event_loop::{EventLoop, in_realm};
use crate::web::webidl::{Interface, event_loop, interface_prototype, invoke, report_for, type_error};

/// [Fires an event](https://dom.spec.whatwg.org/#concept-event-fire) in the target's realm. `create` creates the event;
/// it is not called if there are no listeners. If it fails, the exception is reported for the realm's global. Returns
/// false if the event was canceled.
pub(crate) fn fire_an_event(
    target: &EventTarget,
    event_type: &JsString,
    event_loop: &EventLoop,
    context: &mut Context,
    create: impl FnOnce(&mut Context) -> JsResult<(JsObject, Gc<Event>)>,
) -> bool {
    let Some(realm) = target.realm().filter(|_| target.has_listeners(event_type)) else { return true };
    // Omitted: the legacy target override flag: only windows use it.
    in_realm(realm, context, |context| match create(context) {
        Ok((object, event)) => dispatch(target, &object, &event, event_loop, context),
        Err(error) => {
            event_loop.report_an_exception(error, context);
            true
        }
    })
}

impl EventTarget {
    /// [Fires](https://dom.spec.whatwg.org/#concept-event-fire) an event of the interface `Event`, which is not
    /// cancelable.
    pub fn fire(&self, event_type: &JsString, event_loop: &EventLoop, context: &mut Context) {
        fire_an_event(self, event_type, event_loop, context, |context| {
            Event::create_plain(event_type.clone(), EventInit::default(), context)
        });
    }

    /// [Fires](https://dom.spec.whatwg.org/#concept-event-fire) an event of the interface `T`, which inherits from
    /// [`Event`], with this state. It is trusted. Listeners that throw are reported. Returns whether no listener has
    /// canceled it.
    ///
    /// # Errors
    ///
    /// `TypeError` if the context has no event loop, or if `T` is not registered in the current realm.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::boa_engine::{Context, JsObject, JsResult, JsValue};
    /// use posttask::boa_gc::{Finalize, Trace};
    /// use posttask::dom::{Event, EventInit, EventTarget};
    /// use posttask::webidl::Interface;
    /// use posttask::{dictionary, interface};
    ///
    /// #[derive(Trace, Finalize)]
    /// struct ReadingEvent {
    ///     celsius: f64,
    /// }
    ///
    /// dictionary! {
    ///     struct ReadingEventInit {
    ///         "celsius" => celsius: f64 = 0.0,
    ///     }
    /// }
    ///
    /// interface! {
    ///     ReadingEvent: Event;
    ///     constructor(1) = construct;
    ///     get "celsius" = |event| event.celsius;
    /// }
    ///
    /// fn construct(target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    ///     Event::construct_with(target, arguments, context, |init: ReadingEventInit| ReadingEvent {
    ///         celsius: init.celsius,
    ///     })
    /// }
    ///
    /// let mut runtime = Runtime::builder().extension(ReadingEvent::register).build()?;
    /// let sensor = runtime.run_script(
    ///     "const sensor = new EventTarget(), seen = [];
    ///      sensor.addEventListener('reading', event => {
    ///          seen.push(event.celsius, event.isTrusted, event instanceof ReadingEvent);
    ///          event.preventDefault();
    ///      });
    ///      sensor.dispatchEvent(new ReadingEvent('reading', { celsius: '7' }));
    ///      sensor",
    /// )?;
    /// let sensor = EventTarget::from_value(&sensor).expect("an event target");
    /// let init = EventInit { cancelable: true, ..EventInit::default() };
    /// let reading = ReadingEvent { celsius: 21.5 };
    /// let goes_on = runtime.try_with_context(|context| sensor.fire_event("reading", init, reading, context))?;
    /// assert!(!goes_on);
    /// let seen = runtime.run_script("seen.join()")?;
    /// assert_eq!(seen.as_string(), Some("7,false,true,21.5,true,true".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn fire_event<T: Interface<State = T, Parent = Event> + Trace>(
        &self,
        event_type: &str,
        init: EventInit,
        state: T,
        context: &mut Context,
    ) -> JsResult<bool> {
        let (event_loop, event_type) = (event_loop(context)?, JsString::from(event_type));
        interface_prototype::<T>(context)?;
        Ok(fire_an_event(self, &event_type, &event_loop, context, |context| {
            Event::create(event_type.clone(), init, state, context)
        }))
    }

    /// Like [`Self::fire`], on the event loop of the context.
    ///
    /// # Errors
    ///
    /// `TypeError` if the context has no event loop.
    pub fn fire_named(&self, event_type: &str, context: &mut Context) -> JsResult<()> {
        let event_loop = event_loop(context)?;
        self.fire(&event_type.into(), &event_loop, context);
        Ok(())
    }
}

/// Resets the dispatch state of an event when dropped.
struct Dispatch<'a>(&'a Event);

impl Drop for Dispatch<'_> {
    fn drop(&mut self) {
        let event = self.0;
        event.phase.set(EventPhase::None);
        *event.current_target.borrow_mut() = None;
        event.flags.dispatch.set(false);
        event.flags.stop_propagation.set(false);
        event.flags.stop_immediate_propagation.set(false);
    }
}

/// [Dispatches](https://dom.spec.whatwg.org/#concept-event-dispatch) an event. Returns false if it was canceled.
pub(super) fn dispatch(
    target: &EventTarget,
    object: &JsObject,
    event: &Gc<Event>,
    event_loop: &EventLoop,
    context: &mut Context,
) -> bool {
    let Some(target_object) = target.object().cloned() else { return true };
    event.flags.dispatch.set(true);
    // Omitted: steps 2 to 6.12, retargeting, parents, activation: the path of an event consists of its target.
    *event.target.borrow_mut() = Some(target_object.clone());
    {
        let _dispatch = Dispatch(event);
        // Steps 6.13 and 6.14: at the target, capturing listeners run before the others.
        for phase in [Phase::Capturing, Phase::Bubbling] {
            if event.flags.stop_propagation.get() {
                break;
            }
            event.phase.set(EventPhase::AtTarget);
            *event.current_target.borrow_mut() = Some(target_object.clone());
            // Omitted: steps 2, 3 and 9 of invoke, related and touch targets, legacy event types: no event has them.
            inner_invoke(target, object, event, phase, event_loop, context);
        }
    }
    // Omitted: steps 11 and 12, clearing targets, activation behavior: there are no shadow trees or elements.
    !event.is_canceled()
}

/// [Inner invoke](https://dom.spec.whatwg.org/#concept-event-listener-inner-invoke), on a copy of the list: listeners
/// that are added in the meantime are not called for this event, and removed listeners are skipped.
fn inner_invoke(
    target: &EventTarget,
    object: &JsObject,
    event: &Gc<Event>,
    phase: Phase,
    event_loop: &EventLoop,
    context: &mut Context,
) {
    let event_type = event.event_type();
    for listener in target.listeners(&event_type, phase) {
        if listener.is_removed() {
            continue;
        }
        if listener.once {
            target.remove(&listener);
        }
        // Omitted: steps 2.6 to 2.8, 2.10 and 2.13, current event, timing info: there are no windows.
        event.flags.in_passive_listener.set(listener.passive);
        let callback = match &listener.callback {
            Callback::Listener(callback) => callback.clone(),
            Callback::Handler => target.handler(&event_type),
        };
        if let Some(callback) = callback {
            let result = match listener.callback {
                Callback::Listener(_) => call_a_listener(&callback, object, event, event_loop, context),
                Callback::Handler => process_an_event_handler(target, &callback, object, event, event_loop, context),
            };
            if let Err(error) = result {
                // Omitted: step 2.11.2, the flag for exceptions of listeners: only Indexed Database uses it.
                report_for(&callback, error, event_loop, context);
            }
        }
        event.flags.in_passive_listener.set(false);
        if event.flags.stop_immediate_propagation.get() {
            return;
        }
    }
}

/// [Calls a user object's operation](https://webidl.spec.whatwg.org/#call-a-user-objects-operation) `handleEvent`.
fn call_a_listener(
    callback: &JsObject,
    object: &JsObject,
    event: &Event,
    event_loop: &EventLoop,
    context: &mut Context,
) -> JsResult<()> {
    let arguments = [object.clone().into()];
    if callback.is_callable() {
        let this = event.current_target.borrow().clone().map_or_else(JsValue::undefined, JsValue::from);
        return invoke(callback, &this, &arguments, event_loop, context).map(drop);
    }
    // Omitted: steps 6, 8 and 15.1, the callback context: nothing uses the incumbent settings object.
    let handle_event = event_loop.call_javascript(context, |context| callback.get(js_string!("handleEvent"), context));
    let not_callable = || type_error("the event listener's handleEvent is not a function");
    match handle_event.and_then(|operation| operation.as_callable().ok_or_else(not_callable)) {
        Ok(operation) => invoke(&operation, &callback.clone().into(), &arguments, event_loop, context).map(drop),
        Err(error) => {
            event_loop.clean_up_after_running_script(context);
            Err(error)
        }
    }
}

/// [The event handler processing algorithm][1].
///
/// [1]: https://html.spec.whatwg.org/multipage/webappapis.html#the-event-handler-processing-algorithm
fn process_an_event_handler(
    target: &EventTarget,
    handler: &JsObject,
    object: &JsObject,
    event: &Event,
    event_loop: &EventLoop,
    context: &mut Context,
) -> JsResult<()> {
    // Omitted: step 1, disabled scripting: scripting is never disabled.
    // A handler that is not a function is stored but never called.
    if !handler.is_callable() {
        return Ok(());
    }
    let this = event.current_target.borrow().clone().map_or_else(JsValue::undefined, JsValue::from);
    // Step 4: `onerror` of a global receives the attributes of an `ErrorEvent` as arguments instead of the event.
    let error_arguments = target.hooks().and_then(|hooks| hooks.error_arguments);
    let parts = error_arguments.filter(|_| event.event_type() == js_string!("error")).and_then(|parts| parts(object));
    let returned = match &parts {
        Some(parts) => invoke(handler, &this, parts, event_loop, context)?,
        None => invoke(handler, &this, &[object.clone().into()], event_loop, context)?,
    };
    // Omitted: in step 6, `BeforeUnloadEvent`: there are no documents.
    // Step 6: `onerror` of a global cancels the event by returning true, other handlers by returning false.
    if returned.as_boolean() == Some(parts.is_some()) {
        event.set_the_canceled_flag();
    }
    Ok(())
}
