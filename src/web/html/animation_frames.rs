//! `requestAnimationFrame`: <https://html.spec.whatwg.org/multipage/imagebitmap-and-animations.html#animation-frames>.
//! Off unless the embedder gives the context a display.

use std::num::NonZeroU32;
use std::time::Duration;

use boa_engine::{Context, JsData, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::GlobalScope;
use super::animation_frame_callbacks::{Pending, Requested};
use crate::event_loop::{
    Ending, EventLoop, QueuePosition, TaskSource, Timestamp, Work, WorkId, WorkKind, WorkRequest, in_realm,
    milliseconds,
};
use crate::web::webidl::{
    callback_function, define_global_operation, event_loop, invoke_and_report, require_arguments, static_string,
};

/// A display that shows nothing, but has frames.
#[derive(Clone, Copy)]
struct Display {
    hertz: NonZeroU32,
}

/// The display of a context.
#[derive(Trace, Finalize, JsData)]
enum OfContext {
    Own(#[unsafe_ignore_trace] Display),
    /// The host draws the frames. These globals wait for one; some of their callbacks may have been canceled.
    OfHost(GcRefCell<Vec<Gc<GlobalScope>>>),
}

/// The largest number of frames per second. A frame is at least a nanosecond, so that time passes.
const MAX_HERTZ: NonZeroU32 = NonZeroU32::new(1_000).unwrap();

/// Gives the realms that are created later a display.
pub(crate) fn set_frames(hertz: NonZeroU32, context: &mut Context) {
    let hertz = hertz.min(MAX_HERTZ);
    context.insert_data(OfContext::Own(Display { hertz }));
}

/// Gives the realms that are created later a display whose frames the host draws.
pub(crate) fn set_frames_of_host(context: &mut Context) {
    context.insert_data(OfContext::OfHost(GcRefCell::default()));
}

impl Display {
    /// The time of a frame. They are numbered from 0, at the time origin.
    fn frame(self, number: u64) -> Timestamp {
        let (seconds, rest) = (number / u64::from(self.hertz.get()), number % u64::from(self.hertz.get()));
        Timestamp::since_origin(Duration::from_secs(seconds) + Duration::from_secs(rest) / self.hertz.get())
    }

    /// The number of the last frame that is not later than this time.
    fn last_frame(self, now: Timestamp) -> u64 {
        let hertz = u64::from(self.hertz.get());
        let fraction = Duration::from_nanos(now.elapsed().subsec_nanos().into()) * self.hertz.get();
        let number = now.elapsed().as_secs().saturating_mul(hertz).saturating_add(fraction.as_secs());
        // Frames are rounded down to whole nanoseconds, so the next one may be due already.
        if self.frame(number.saturating_add(1)) <= now { number.saturating_add(1) } else { number }
    }
}

/// `requestAnimationFrame`.
fn request_animation_frame(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_arguments(arguments, 1, "requestAnimationFrame")?;
    let global = GlobalScope::of_this(this, context)?;
    let callback = callback_function(&arguments[0], "requestAnimationFrame: callback")?;
    let frames = &global.animation_frames;
    let handle = frames.last_handle.get().wrapping_add(1).max(1);
    frames.last_handle.set(handle);
    let event_loop = event_loop(context)?;
    let origin = event_loop.caller(context);
    if frames.pending.get().is_none() {
        let request = WorkRequest { callback: Some(&callback), ..WorkKind::AnimationFrame.into() };
        let work = event_loop.new_work_of(request, origin, context);
        wait_for_a_frame(&global, work, &event_loop, context)?;
    }
    let values = event_loop.capture().for_new_work();
    frames.callbacks.borrow_mut().insert(handle, Requested { callback, origin, values });
    Ok(handle.into())
}

/// Waits for the next frame. All callbacks run in its task.
fn wait_for_a_frame(
    global: &Gc<GlobalScope>,
    work: Work,
    event_loop: &EventLoop,
    context: &mut Context,
) -> JsResult<()> {
    let display = match context.get_data() {
        Some(OfContext::Own(display)) => *display,
        Some(OfContext::OfHost(waiting)) => {
            // It may have waited before, and have canceled its callbacks.
            let is_known = waiting.borrow().iter().any(|known| Gc::ptr_eq(known, global));
            if !is_known {
                waiting.borrow_mut().push(global.clone());
            }
            global.animation_frames.pending.set(Some(Pending { timer: None, work }));
            return Ok(());
        }
        None => return Ok(()),
    };
    let now = event_loop.now();
    let due = display.frame(display.last_frame(now).saturating_add(1));
    let delay = due.duration_since(now).as_millis().try_into().unwrap_or(u64::MAX);
    let (realm, waiting, canceling) = (global.realm()?, global.clone(), global.clone());
    let timer = event_loop.run_steps_at(due, delay, work, move |event_loop, _| {
        let source = TaskSource::Rendering;
        event_loop.set_frame_waits_since(Some(due));
        let is_canceled = move || canceling.animation_frames.callbacks.borrow().is_empty();
        event_loop.queue_a_cancelable_task(
            source,
            work,
            QueuePosition::Last,
            realm,
            is_canceled,
            move |event_loop, context| {
                event_loop.set_frame_waits_since(None);
                // If frames were missed, the time is that of the last one.
                let frame = display.frame(display.last_frame(event_loop.now()));
                Ok(run_callbacks(&waiting, frame, work, event_loop, context))
            },
        );
    });
    global.animation_frames.pending.set(Some(Pending { timer: Some(timer), work }));
    Ok(())
}

/// [Runs the animation frame callbacks][1]. Those that they request run in the next frame.
///
/// [1]: https://html.spec.whatwg.org/multipage/imagebitmap-and-animations.html#run-the-animation-frame-callbacks
fn run_callbacks(
    global: &Gc<GlobalScope>,
    frame: Timestamp,
    work: Work,
    event_loop: &EventLoop,
    context: &mut Context,
) -> Ending {
    let frames = &global.animation_frames;
    frames.pending.set(None);
    let time = JsValue::from(milliseconds(frame.elapsed()));
    let handles: Vec<u32> = frames.callbacks.borrow().keys().copied().collect();
    let mut ending = if handles.is_empty() { Ending::Removed } else { Ending::Returned };
    for handle in handles {
        // A callback may have been canceled by one before it.
        let requested = frames.callbacks.borrow_mut().remove(&handle);
        let Some(requested) = requested else { continue };
        let arguments = std::slice::from_ref(&time);
        let ended = event_loop.with_origin(work, requested.origin, || {
            let _values = event_loop.enter(requested.values.clone());
            invoke_and_report(&requested.callback, &JsValue::undefined(), arguments, event_loop, context)
        });
        if ended == Ending::Threw {
            ending = Ending::Threw;
        }
    }
    global.animation_frames.end_without_callbacks(event_loop);
    ending
}

/// Runs the callbacks that wait for a frame of the host, which is drawn at this time, and their microtasks. Returns the
/// last work that ran; `None` if there was none.
///
/// # Errors
///
/// Only if a global has lost its realm.
pub(crate) fn run_a_frame_of_host(
    now: Timestamp,
    event_loop: &EventLoop,
    context: &mut Context,
) -> JsResult<Option<WorkId>> {
    let Some(OfContext::OfHost(waiting)) = context.get_data() else { return Ok(None) };
    let waiting = std::mem::take(&mut *waiting.borrow_mut());
    let mut ran = None;
    for global in waiting {
        // All of its callbacks may have been canceled.
        let Some(Pending { work, .. }) = global.animation_frames.pending.get() else { continue };
        in_realm(&global.realm()?, context, |context| {
            event_loop.run_at_once(work, context, |event_loop, context| {
                run_callbacks(&global, now, work, event_loop, context)
            });
        });
        ran = Some(work.id);
    }
    Ok(ran)
}

/// Whether a callback waits for a frame of the host.
pub(crate) fn is_frame_of_host_wanted(context: &Context) -> bool {
    let is_waiting = |global: &Gc<GlobalScope>| global.animation_frames.pending.get().is_some();
    match context.get_data() {
        Some(OfContext::OfHost(waiting)) => waiting.borrow().iter().any(is_waiting),
        _ => false,
    }
}

/// `cancelAnimationFrame`.
fn cancel_animation_frame(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_arguments(arguments, 1, "cancelAnimationFrame")?;
    let global = GlobalScope::of_this(this, context)?;
    let handle = arguments[0].to_u32(context)?;
    let frames = &global.animation_frames;
    let canceled = frames.callbacks.borrow_mut().remove(&handle);
    if canceled.is_some() {
        frames.end_without_callbacks(&*event_loop(context)?);
    }
    Ok(JsValue::undefined())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    if !context.has_data::<OfContext>() {
        return Ok(());
    }
    define_global_operation(static_string!("requestAnimationFrame"), 1, request_animation_frame, context)?;
    define_global_operation(static_string!("cancelAnimationFrame"), 1, cancel_animation_frame, context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_frame_is_the_last_one_at_its_own_time() {
        for hertz in [1, 24, 30, 50, 60, 90, 120, 144, 240, 999, 1000].map(|hertz| NonZeroU32::new(hertz).unwrap()) {
            let display = Display { hertz };
            for number in (0..5_000).chain([1 << 40, u64::MAX / 2_000]) {
                let time = display.frame(number);
                assert_eq!(display.last_frame(time), number, "{hertz}");
                let before = Timestamp::since_origin(time.elapsed().saturating_sub(Duration::from_nanos(1)));
                assert_eq!(display.last_frame(before), number.saturating_sub(1), "{hertz}");
            }
        }
    }
}
