//! `setTimeout` and `setInterval`: <https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timers>.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue};
use boa_gc::Gc;

use super::GlobalScope;
use super::active_timers::ActiveTimer;
use crate::engine::{handler_text, parse_a_script, run_and_report};
use crate::event_loop::{
    Ending, Event, EventLoop, FiringTimer, QueuePosition, Quirk, TaskSource, TimerNesting, Timestamp, Work, WorkKind,
    WorkRequest,
};
use crate::web::dom::limit_exceeded;
use crate::web::webidl::{define_global_operation, event_loop, invoke_and_report, require_arguments, static_string};

/// Above this nesting level, a timeout is at least [`MIN_NESTED_TIMEOUT`].
const MAX_UNCLAMPED_NESTING: u32 = 5;

/// The minimum timeout of a deeply nested timer, in milliseconds.
const MIN_NESTED_TIMEOUT: u64 = 4;

/// The same limit in Firefox, which counts differently: `DOM_CLAMP_TIMEOUT_NESTING_LEVEL` in
/// dom/base/TimeoutManager.cpp.
const MAX_UNCLAMPED_NESTING_IN_FIREFOX: u32 = 3;

/// A longer timeout counts as 1 ms in Node: `TIMEOUT_MAX` in lib/internal/timers.js.
const LONGEST_TIMEOUT_IN_NODE: f64 = 2_147_483_647.0;

/// The callback of a timer: a function, or source text.
pub(crate) enum Handler {
    Function(JsObject),
    Source(JsString),
}

impl Handler {
    fn function(&self) -> Option<&JsObject> {
        match self {
            Self::Function(function) => Some(function),
            Self::Source(_) => None,
        }
    }
}

/// A timer that is to be set.
pub(crate) struct NewTimer {
    /// Its number, if it is known already.
    pub(crate) id: Option<i32>,
    pub(crate) kind: WorkKind,
    pub(crate) handler: Handler,
    /// `this` of the handler, if it is not the global object.
    pub(crate) this: Option<JsObject>,
    pub(crate) arguments: Vec<JsValue>,
    /// In milliseconds.
    pub(crate) timeout: u64,
    pub(crate) keeps_alive: bool,
}

/// A call of `setTimeout` or `setInterval`.
struct TimerCall {
    id: i32,
    global: Gc<GlobalScope>,
    realm: Realm,
    handler: Handler,
    this: Option<JsObject>,
    arguments: Box<[JsValue]>,
    timeout: u64,
    nesting: Cell<TimerNesting>,
    /// When the current round is due, for intervals that keep their beat.
    due: Cell<Timestamp>,
    /// The current round.
    work: Cell<Work>,
}

// There may be a million.
const _: () = assert!(size_of::<TimerCall>() <= 120);

/// Clamps the timeout of a deeply nested timer, in milliseconds.
fn clamp_timeout(timeout: u64, nesting_level: u32, max_unclamped_nesting: u32) -> u64 {
    if nesting_level > max_unclamped_nesting { timeout.max(MIN_NESTED_TIMEOUT) } else { timeout }
}

fn max_unclamped_nesting(event_loop: &EventLoop) -> u32 {
    if event_loop.has_quirk(Quirk::TimersWaitOneMillisecond) {
        u32::MAX
    } else if event_loop.has_quirk(Quirk::TimerClampAtLevel5) {
        MAX_UNCLAMPED_NESTING_IN_FIREFOX
    } else {
        MAX_UNCLAMPED_NESTING
    }
}

/// Step 4: the timeout in milliseconds. A negative one counts as 0.
pub(crate) fn timeout(value: &JsValue, event_loop: &EventLoop, context: &mut Context) -> JsResult<u64> {
    if event_loop.has_quirk(Quirk::TimersWaitOneMillisecond) {
        let timeout = value.to_number(context)?.trunc();
        // The constructor of Timeout in Node's lib/internal/timers.js.
        let is_possible = (1.0..=LONGEST_TIMEOUT_IN_NODE).contains(&timeout);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an integer in the range")]
        return Ok(if is_possible { timeout as u64 } else { 1 });
    }
    Ok(u64::try_from(value.to_i32(context)?).unwrap_or(0))
}

/// The first of the [timer initialization steps][steps] of a new timer.
///
/// [steps]: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timer-initialisation-steps
fn initialize(this: &JsValue, arguments: &[JsValue], kind: WorkKind, context: &mut Context) -> JsResult<JsValue> {
    require_arguments(arguments, 1, kind.as_str())?;
    let global = GlobalScope::of_this(this, context)?;
    let handler = match arguments[0].as_callable() {
        Some(function) => Handler::Function(function),
        None => Handler::Source(arguments[0].to_string(context)?),
    };
    let timeout = timeout(arguments.get_or_undefined(1), &*event_loop(context)?, context)?;
    let arguments = arguments.get(2..).unwrap_or_default().to_vec();
    let new = NewTimer { id: None, kind, handler, this: None, arguments, timeout, keeps_alive: true };
    start_timer(global, new, context).map(JsValue::from)
}

/// The other steps. Returns the number of the timer.
///
/// # Errors
///
/// `QuotaExceededError` if there are too many timers; `TypeError` if the context has no event loop.
pub(crate) fn start_timer(global: Gc<GlobalScope>, new: NewTimer, context: &mut Context) -> JsResult<i32> {
    let event_loop = event_loop(context)?;
    event_loop.check_timers().map_err(|exceeded| limit_exceeded(exceeded, context))?;
    let NewTimer { id, kind, handler, this, arguments, timeout, keeps_alive } = new;
    let id = id.unwrap_or_else(|| global.timers.next_id());
    let (realm, nesting) = (global.realm()?, event_loop.timer_nesting());
    let clamped = clamp_timeout(timeout, nesting.level, max_unclamped_nesting(&event_loop));
    let request = WorkRequest { delay: Some(clamped), callback: handler.function(), ..kind.into() };
    let work = Cell::new(event_loop.new_work(request, context));
    let due = event_loop.now().after_milliseconds(clamped);
    let (nesting, arguments) = (Cell::new(nesting), arguments.into());
    let timer = TimerCall { id, global, realm, handler, this, arguments, timeout, nesting, due: Cell::new(due), work };
    Rc::new(timer).start(keeps_alive, &event_loop);
    Ok(id)
}

impl TimerCall {
    /// Step 5: the timeout, clamped if the timer is deeply nested.
    fn clamped_timeout(&self, event_loop: &EventLoop) -> u64 {
        clamp_timeout(self.timeout, self.nesting.get().level, max_unclamped_nesting(event_loop))
    }

    /// The timeout that decides which timers this one waits for. If a microtask set it, browsers let it wait longer
    /// than step 5 demands, which step 4.3 of the [run steps after a timeout][1] allows.
    ///
    /// [1]: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#run-steps-after-a-timeout
    fn ordering_timeout(&self, event_loop: &EventLoop) -> u64 {
        clamp_timeout(self.timeout, self.nesting.get().by_the_letter, max_unclamped_nesting(event_loop))
    }

    /// Steps 5 to 14: clamps the timeout and starts to wait.
    fn start(self: Rc<Self>, keeps_alive: bool, event_loop: &EventLoop) {
        let timeout = self.ordering_timeout(event_loop);
        let TimerNesting { level, by_the_letter } = self.nesting.get();
        let deeper = |level: u32| level.saturating_add(1);
        self.nesting.set(TimerNesting { level: deeper(level), by_the_letter: deeper(by_the_letter) });
        let work = self.work.get();
        let timer = event_loop.fire_at(self.due.get(), timeout, work, Rc::clone(&self) as _);
        if !keeps_alive {
            event_loop.set_timer_keeps_alive(timer, false);
        }
        self.global.timers.set(self.id, ActiveTimer { timer, work: work.id, keeps_alive });
    }

    fn is_cleared(&self) -> bool {
        self.global.timers.get(self.id).is_none_or(|active| active.work != self.work.get().id)
    }

    /// Step 9: runs the task, which does nothing if the timer was cleared after the task was queued.
    fn run_task(self: Rc<Self>, event_loop: &EventLoop, context: &mut Context) -> Ending {
        let work = self.work.get();
        if self.is_cleared() {
            return Ending::Removed;
        }
        // Omitted: steps 9.5 and 9.6, disabled scripting and timing info: there is neither.
        event_loop.set_timer_nesting(self.nesting.get());
        let ending = self.call_handler(event_loop, context);
        // Steps 9.9 to 9.12: the callback may have cleared its own timer.
        if work.kind != WorkKind::Interval {
            self.global.timers.clear_work(self.id, work.id);
        } else if let Some(active) = self.global.timers.get(self.id).filter(|active| active.work == work.id) {
            let timeout = self.clamped_timeout(event_loop);
            self.work.set(event_loop.new_round(work, timeout, self.handler.function(), context));
            self.due.set(self.next_round(event_loop));
            self.start(active.keeps_alive, event_loop);
        }
        ending
    }

    /// When the next round of an interval is due.
    fn next_round(&self, event_loop: &EventLoop) -> Timestamp {
        let (now, timeout) = (event_loop.now(), Duration::from_millis(self.clamped_timeout(event_loop)));
        if timeout.is_zero() || !event_loop.has_quirk(Quirk::IntervalsKeepTheirBeat) {
            return now.after(timeout);
        }
        // The first beat after now: TimerBase::RunInternal in Blink.
        let late = now.duration_since(self.due.get());
        let since_the_beat = late.as_nanos() % timeout.as_nanos();
        now.after(timeout.saturating_sub(Duration::from_nanos(u64::try_from(since_the_beat).unwrap_or(0))))
    }

    fn call_handler(&self, event_loop: &EventLoop, context: &mut Context) -> Ending {
        match &self.handler {
            Handler::Function(function) => {
                let this = self.this.clone().map_or_else(|| self.global.object(), JsValue::from);
                invoke_and_report(function, &this, &self.arguments, event_loop, context)
            }
            Handler::Source(source) => {
                // Omitted: steps 9.8.1 to 9.8.3, Trusted Types, Content Security Policy: there are no policies.
                // Omitted: steps 9.8.4 and 9.8.6.1, fetch options: modules are read from files.
                let text = source.to_std_string_escaped();
                let script = parse_a_script(&handler_text(&text, context), None, context);
                run_and_report(&script, event_loop, context)
            }
        }
    }
}

impl FiringTimer for TimerCall {
    fn fire(self: Rc<Self>, event_loop: &EventLoop, place: QueuePosition) {
        let (realm, work) = (self.realm.clone(), self.work.get());
        let timer = Rc::clone(&self);
        let is_cleared = move || timer.is_cleared();
        event_loop.queue_a_cancelable_task(TaskSource::Timer, work, place, realm, is_cleared, |event_loop, context| {
            Ok(self.run_task(event_loop, context))
        });
    }
}

fn set_timeout(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    initialize(this, arguments, WorkKind::Timeout, context)
}

fn set_interval(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    initialize(this, arguments, WorkKind::Interval, context)
}

/// `clearTimeout` and `clearInterval`, which do the same.
fn clear(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let global = GlobalScope::of_this(this, context)?;
    let id = arguments.get_or_undefined(0).to_i32(context)?;
    clear_timer(&global, id, &*event_loop(context)?);
    Ok(JsValue::undefined())
}

/// Clears a timer. Does nothing if it has fired, unless it is an interval.
pub(crate) fn clear_timer(global: &GlobalScope, id: i32, event_loop: &EventLoop) {
    // If it has fired, its task finds that it was cleared, and ends.
    if let Some(ActiveTimer { timer, work, .. }) = global.timers.clear(id)
        && event_loop.cancel_timer(timer)
    {
        event_loop.notify(|| Event::Ended { work, how: Ending::Removed });
    }
}

/// Sets whether a timer, with all of its rounds, keeps the program alive.
pub(crate) fn set_keeps_alive(global: &GlobalScope, id: i32, keeps_alive: bool, event_loop: &EventLoop) {
    if let Some(active) = global.timers.get(id) {
        global.timers.set(id, ActiveTimer { keeps_alive, ..active });
        event_loop.set_timer_keeps_alive(active.timer, keeps_alive);
    }
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    define_global_operation(static_string!("setTimeout"), 1, set_timeout, context)?;
    define_global_operation(static_string!("setInterval"), 1, set_interval, context)?;
    define_global_operation(static_string!("clearTimeout"), 0, clear, context)?;
    define_global_operation(static_string!("clearInterval"), 0, clear, context)
}

#[cfg(test)]
mod tests {
    use super::{MAX_UNCLAMPED_NESTING, clamp_timeout};

    #[test]
    fn timeouts_are_clamped_from_the_sixth_nesting_level() {
        assert_eq!(
            (0..8).map(|level| clamp_timeout(1, level, MAX_UNCLAMPED_NESTING)).collect::<Vec<_>>(),
            [1, 1, 1, 1, 1, 1, 4, 4]
        );
        assert_eq!(clamp_timeout(10, 9, MAX_UNCLAMPED_NESTING), 10);
    }
}
