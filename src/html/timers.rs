//! `setTimeout` and `setInterval`: <https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timers>.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, Script, Source};
use boa_gc::Gc;
use rustc_hash::FxHashMap;

use super::global_scope::report;
use super::{GlobalScope, in_realm};
use crate::event_loop::{EventLoop, Origin, TaskSource, TimerId, TimerKind};
use crate::host::check_nesting;
use crate::webidl::{define_operation, event_loop, invoke, long, require_arguments};

/// From this nesting level on a timeout is at least [`SHORTEST_NESTED_TIMEOUT`].
const DEEPEST_UNCLAMPED_NESTING: u32 = 5;

/// Milliseconds.
const SHORTEST_NESTED_TIMEOUT: u64 = 4;

/// A global's [map of setTimeout and setInterval IDs](https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#map-of-settimeout-and-setinterval-ids).
#[derive(Default)]
pub(super) struct ActiveTimers {
    timers: RefCell<FxHashMap<i32, Active>>,
    last_id: Cell<i32>,
    next_serial: Cell<Serial>,
    /// The nesting level of the timer task that runs now; 0 outside of one.
    nesting_level: Cell<u32>,
}

/// What an id stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Active {
    /// The timer runs.
    Waiting(TimerId),
    /// Its task is queued, or runs.
    Fired(Serial),
}

/// Tells the tasks of an id that is used again from those it had before.
type Serial = u64;

/// What a timer calls.
enum Handler {
    Function(JsObject),
    Source(JsString),
}

/// A call of `setTimeout` or `setInterval`.
struct Timer {
    id: i32,
    global: Gc<GlobalScope>,
    realm: Realm,
    handler: Handler,
    arguments: Vec<JsValue>,
    timeout: u64,
    repeat: bool,
    nesting_level: Cell<u32>,
    origin: Option<Origin>,
}

/// Restores the nesting level.
struct Nested<'a>(&'a Cell<u32>, u32);

impl Drop for Nested<'_> {
    fn drop(&mut self) {
        self.0.set(self.1);
    }
}

/// The clamp of nested timeouts, in milliseconds.
fn clamp_timeout(timeout: u64, nesting_level: u32) -> u64 {
    if nesting_level > DEEPEST_UNCLAMPED_NESTING { timeout.max(SHORTEST_NESTED_TIMEOUT) } else { timeout }
}

/// The [timer initialization steps](https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timer-initialisation-steps)
/// of a new timer.
fn initialize(this: &JsValue, arguments: &[JsValue], repeat: bool, context: &mut Context) -> JsResult<JsValue> {
    require_arguments(arguments, 1, if repeat { "setInterval" } else { "setTimeout" })?;
    let global = GlobalScope::of_this(this, context)?;
    let handler = match arguments[0].as_callable() {
        Some(function) => Handler::Function(function),
        None => Handler::Source(arguments[0].to_string(context)?),
    };
    let timeout = long(arguments.get_or_undefined(1), context)?;
    let event_loop = event_loop(context)?;
    let id = global.timers.next_id();
    let timer = Rc::new(Timer {
        id,
        handler,
        arguments: arguments.get(2..).unwrap_or_default().to_vec(),
        // Step 4: less than nothing is nothing.
        timeout: u64::try_from(timeout).unwrap_or(0),
        repeat,
        nesting_level: Cell::new(global.timers.nesting_level.get()),
        global,
        realm: context.realm().clone(),
        origin: event_loop.origin(context),
    });
    timer.start(&event_loop);
    Ok(id.into())
}

impl ActiveTimers {
    /// An unused id greater than zero. After 2^31 - 1 it starts again.
    fn next_id(&self) -> i32 {
        let timers = self.timers.borrow();
        loop {
            let id = self.last_id.get().checked_add(1).unwrap_or(1);
            self.last_id.set(id);
            if !timers.contains_key(&id) {
                return id;
            }
        }
    }

    fn set(&self, id: i32, active: Active) {
        self.timers.borrow_mut().insert(id, active);
    }

    fn is(&self, id: i32, active: Active) -> bool {
        self.timers.borrow().get(&id) == Some(&active)
    }

    fn clear(&self, id: i32) -> Option<Active> {
        self.timers.borrow_mut().remove(&id)
    }
}

impl Timer {
    /// Steps 5 to 14: the clamp, and the wait.
    fn start(self: Rc<Self>, event_loop: &Rc<EventLoop>) {
        let timeout = clamp_timeout(self.timeout, self.nesting_level.get());
        self.nesting_level.set(self.nesting_level.get().saturating_add(1));
        if timeout == 0 {
            // No wait at all: the task takes its place in the queue now, behind those of timers that were due before.
            event_loop.promote_due_timers();
            self.queue_task(event_loop);
            return;
        }
        let (id, origin, global) = (self.id, self.origin, self.global.clone());
        let kind = if self.repeat { TimerKind::SetInterval } else { TimerKind::SetTimeout };
        let steps = move |event_loop: &EventLoop| self.queue_task(event_loop);
        let timer = event_loop.run_steps_after_a_timeout(timeout, kind, origin, steps);
        global.timers.set(id, Active::Waiting(timer));
    }

    fn queue_task(self: Rc<Self>, event_loop: &EventLoop) {
        let timers = &self.global.timers;
        let serial = timers.next_serial.replace(timers.next_serial.get() + 1);
        timers.set(self.id, Active::Fired(serial));
        event_loop.queue_a_task(TaskSource::Timer, move |context| self.run_task(serial, context));
    }

    /// Step 8: the task. It does nothing if the timer was cleared after it was queued.
    fn run_task(self: Rc<Self>, serial: Serial, context: &mut Context) {
        let timers = &self.global.timers;
        if !timers.is(self.id, Active::Fired(serial)) {
            return;
        }
        {
            let outer = timers.nesting_level.replace(self.nesting_level.get());
            let _nested = Nested(&timers.nesting_level, outer);
            in_realm(&self.realm, context, |context| {
                if let Err(error) = self.call_handler(context) {
                    report(error, context);
                }
            });
        }
        // Steps 8.7 to 8.9: the callback may have cleared its own timer.
        if !timers.is(self.id, Active::Fired(serial)) {
            return;
        }
        match event_loop(context) {
            Ok(event_loop) if self.repeat => self.start(&event_loop),
            _ => drop(timers.clear(self.id)),
        }
    }

    fn call_handler(&self, context: &mut Context) -> JsResult<()> {
        match &self.handler {
            Handler::Function(function) => {
                let this = self.global.target()?.object().cloned().map_or_else(JsValue::undefined, JsValue::from);
                invoke(function, &this, &self.arguments, context).map(drop)
            }
            Handler::Source(source) => run_source(source, context),
        }
    }
}

/// Runs a handler that was given as source text, as a classic script.
fn run_source(source: &JsString, context: &mut Context) -> JsResult<()> {
    let event_loop = event_loop(context)?;
    let text = source.to_std_string_escaped();
    let result = {
        let _script = event_loop.enter_script();
        check_nesting(&text)
            .and_then(|()| Script::parse(Source::from_bytes(&text), None, context))
            .and_then(|script| script.evaluate(context).map(drop))
    };
    event_loop.clean_up_after_running_script(context);
    result
}

fn set_timeout(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    initialize(this, arguments, false, context)
}

fn set_interval(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    initialize(this, arguments, true, context)
}

/// `clearTimeout` and `clearInterval` are the same.
fn clear(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let global = GlobalScope::of_this(this, context)?;
    let id = long(arguments.get_or_undefined(0), context)?;
    if let Some(Active::Waiting(timer)) = global.timers.clear(id) {
        event_loop(context)?.cancel_timer(timer);
    }
    Ok(JsValue::undefined())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    define_operation(&global, "setTimeout", 1, set_timeout, context)?;
    define_operation(&global, "setInterval", 1, set_interval, context)?;
    define_operation(&global, "clearTimeout", 0, clear, context)?;
    define_operation(&global, "clearInterval", 0, clear, context)
}

#[cfg(test)]
mod tests {
    use super::clamp_timeout;

    #[test]
    fn timeouts_are_clamped_from_the_sixth_level_on() {
        assert_eq!((0..8).map(|level| clamp_timeout(1, level)).collect::<Vec<_>>(), [1, 1, 1, 1, 1, 1, 4, 4]);
        assert_eq!(clamp_timeout(10, 9), 10);
    }
}
