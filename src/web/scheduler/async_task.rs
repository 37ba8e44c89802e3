//! What a spawned future can ask of its event loop.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::{Rc, Weak};
use std::task::{Poll, Waker};
use std::time::Duration;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::Gc;

use super::one_shot::OneShot;
use super::task_options::whole_milliseconds;
use crate::debug::debug;
use crate::event_loop::{Ending, Event, EventLoop, TimerId, WorkId, WorkKind, set_while};
use crate::web::dom::AbortSignal;
use crate::web::webidl::{call, event_loop, when_settled};

type ContextSteps = Box<dyn FnOnce(&mut Context)>;

/// Steps that need the context. `None` if the part of the future that wanted them was dropped.
type Request = Rc<Cell<Option<ContextSteps>>>;

/// What a future waits for that only its event loop can give. The context is never lent to the future itself, so no
/// borrow of it can be alive over an `await`.
pub(super) struct Requests {
    event_loop: Weak<EventLoop>,
    /// Steps that need the context, with the waker of the part of the future that waits for them.
    steps: RefCell<Vec<(Request, Waker)>>,
    /// Parts of the future that have yielded.
    yields: RefCell<Vec<(Rc<Cell<bool>>, Waker)>>,
    /// Wakes the future, if somebody else asks on its behalf.
    owner: RefCell<Option<Waker>>,
    is_polling: Cell<bool>,
    is_over: Cell<bool>,
    /// The signal that is aborted with the future, if it has been asked for.
    signal: RefCell<Option<Gc<AbortSignal>>>,
}

impl Requests {
    pub(super) fn new(event_loop: &Rc<EventLoop>) -> Self {
        Self {
            event_loop: Rc::downgrade(event_loop),
            steps: RefCell::default(),
            yields: RefCell::default(),
            owner: RefCell::default(),
            is_polling: Cell::new(false),
            is_over: Cell::new(false),
            signal: RefCell::default(),
        }
    }

    /// Takes the signal that is aborted with the future.
    pub(super) fn take_signal(&self) -> Option<Gc<AbortSignal>> {
        self.signal.take()
    }

    pub(super) fn set_owner(&self, owner: Waker) {
        *self.owner.borrow_mut() = Some(owner);
    }

    /// Polls the future.
    pub(super) fn while_polling<R>(&self, poll: impl FnOnce() -> R) -> R {
        let _polling = set_while(&self.is_polling, true);
        poll()
    }

    /// The future has ended: what waits is dropped.
    pub(super) fn close(&self) {
        self.is_over.set(true);
        let waiting = (self.steps.take(), self.yields.take(), self.owner.take());
        drop(waiting);
    }

    /// Something was requested. If another future has done that, the owner must be polled.
    fn was_asked(&self) {
        assert!(!self.is_over.get(), "an AsyncTask was used after its future had ended");
        let owner = self.owner.borrow().clone().filter(|_| !self.is_polling.get());
        if let Some(owner) = owner {
            owner.wake();
        }
    }

    /// Runs the steps that need the context. Returns whether there were any. `own` is the waker of the whole future,
    /// which is polled afterwards in any case.
    pub(super) fn run(&self, own: &Waker, event_loop: &EventLoop, context: &mut Context) -> bool {
        let requested = self.steps.take();
        let has_run = !requested.is_empty();
        for (request, waker) in requested {
            let Some(steps) = request.take() else { continue };
            event_loop.call_javascript(context, steps);
            event_loop.clean_up_after_running_script(context);
            if !waker.will_wake(own) {
                waker.wake();
            }
        }
        has_run
    }

    pub(super) fn has_yielded(&self) -> bool {
        !self.yields.borrow().is_empty()
    }

    /// The continuation runs: what has yielded can go on.
    pub(super) fn resume(&self, own: &Waker) {
        for (is_over, waker) in self.yields.take() {
            is_over.set(true);
            if !waker.will_wake(own) {
                waker.wake();
            }
        }
    }
}

/// The event loop, as a spawned future sees it. Passed to the function that [`spawn`](super::spawn) calls.
///
/// Another future may use a clone of it: what it asks for then happens as a part of the future that it was made for.
///
/// # Panics
///
/// The methods panic if that future has ended.
#[derive(Clone)]
pub struct AsyncTask {
    requests: Rc<Requests>,
}

debug!(AsyncTask);

/// Steps that were requested, and their result. If it is dropped, the steps do not run any more.
struct Requested<R> {
    request: Request,
    result: Rc<Cell<Option<R>>>,
}

impl<R> Drop for Requested<R> {
    fn drop(&mut self) {
        drop(self.request.take());
    }
}

impl AsyncTask {
    pub(super) fn new(requests: &Rc<Requests>) -> Self {
        Self { requests: Rc::clone(requests) }
    }

    /// Calls `steps` with the context, as a part of the running task, followed by a microtask checkpoint. If the
    /// returned future is dropped before, the steps do not run.
    pub async fn with<R: 'static>(&self, steps: impl FnOnce(&mut Context) -> R + 'static) -> R {
        let mut steps = Some(steps);
        let mut requested: Option<Requested<R>> = None;
        poll_fn(move |polling| {
            if let Some(steps) = steps.take() {
                let result = Rc::new(Cell::new(None));
                let sets = Rc::clone(&result);
                let steps: ContextSteps = Box::new(move |context| sets.set(Some(steps(context))));
                let request = Rc::new(Cell::new(Some(steps)));
                self.requests.steps.borrow_mut().push((Rc::clone(&request), polling.waker().clone()));
                requested = Some(Requested { request, result });
                self.requests.was_asked();
                return Poll::Pending;
            }
            let Some(Requested { request, result }) = &requested else { return Poll::Pending };
            if let Some(result) = result.take() {
                return Poll::Ready(result);
            }
            let mut waiting = self.requests.steps.borrow_mut();
            if let Some((_, waker)) = waiting.iter_mut().find(|(other, _)| Rc::ptr_eq(other, request)) {
                waker.clone_from(polling.waker());
            }
            Poll::Pending
        })
        .await
    }

    /// Returns the signal that is aborted if the future is: pass it to what the future starts, such as `fetch` or
    /// `postTask`, so that it ends, too. It is always the same one. A future that ends by itself does not abort it.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in the current realm.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::boa_engine::{JsString, property::Attribute};
    /// use posttask::scheduling::TaskPriority;
    ///
    /// let mut runtime = Runtime::builder().virtual_time().build()?;
    /// runtime.run_script(
    ///     "globalThis.work = signal => scheduler.postTask(() => { throw 'not reached' }, { delay: 1_000, signal })
    ///          .catch(error => globalThis.ended = error.name)",
    /// )?;
    /// let waits = runtime.spawn(TaskPriority::UserVisible, async |task| {
    ///     let working = task.clone();
    ///     let promise = task.with(move |context| {
    ///         let signal = working.signal(context)?.object();
    ///         let work = context.global_object().get(JsString::from("work"), context)?;
    ///         work.as_callable().expect("a function").call(&().into(), &[signal], context)
    ///     });
    ///     let promise = promise.await?.as_promise().expect("a promise");
    ///     task.settled(&promise).await
    /// })?;
    /// runtime.run_until_idle();
    /// runtime.try_with_context(|context| waits.abort(None, context))?;
    /// runtime.run();
    /// assert_eq!(runtime.run_script("ended")?.as_string(), Some("AbortError".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn signal(&self, context: &mut Context) -> JsResult<Gc<AbortSignal>> {
        let existing = self.requests.signal.borrow().clone();
        if let Some(signal) = existing {
            return Ok(signal);
        }
        let signal = AbortSignal::create(context)?;
        *self.requests.signal.borrow_mut() = Some(signal.clone());
        Ok(signal)
    }

    /// Lets other work run, as [`scheduler.yield`][1] does: the future goes on in a continuation of its priority,
    /// before tasks of that priority.
    ///
    /// [1]: https://wicg.github.io/scheduling-apis/#dom-scheduler-yield
    pub async fn yield_now(&self) {
        let mut waits: Option<Rc<Cell<bool>>> = None;
        poll_fn(move |polling| match &waits {
            None => {
                let is_over = Rc::new(Cell::new(false));
                self.requests.yields.borrow_mut().push((Rc::clone(&is_over), polling.waker().clone()));
                self.requests.was_asked();
                waits = Some(is_over);
                Poll::Pending
            }
            Some(is_over) if is_over.get() => Poll::Ready(()),
            Some(is_over) => {
                let mut waiting = self.requests.yields.borrow_mut();
                if let Some((_, waker)) = waiting.iter_mut().find(|(other, _)| Rc::ptr_eq(other, is_over)) {
                    waker.clone_from(polling.waker());
                }
                Poll::Pending
            }
        })
        .await;
    }

    /// Waits by the clock of the event loop. The duration is rounded up to whole milliseconds. If the future is
    /// dropped, so is the timer. A [limit](crate::event_loop::Limits) on timers does not refuse it.
    pub async fn sleep(&self, duration: Duration) {
        let Some(event_loop) = self.requests.event_loop.upgrade() else { return };
        let fired = Rc::new(OneShot::default());
        let steps = Rc::clone(&fired);
        let timer = self.with(move |context| {
            let work = event_loop.new_host_work(WorkKind::Timeout, context);
            let delay = whole_milliseconds(duration);
            let timer = event_loop.run_steps_after_a_timeout(delay, work, move |event_loop, _| {
                event_loop.drop_captured(work.id);
                steps.set(());
                // It queues no task.
                event_loop.notify(|| Event::Ended { work: work.id, how: Ending::Removed });
            });
            Sleep { timer, work: work.id, event_loop: Rc::downgrade(&event_loop) }
        });
        let _timer = timer.await;
        fired.wait().await;
    }

    /// Calls a function of the program, and waits until the promise that it returns is settled. Any other value is
    /// returned at once. `this` is `undefined`.
    ///
    /// # Errors
    ///
    /// `TypeError` if the value is not a function; what the function throws, or the reason, if the promise is rejected.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::scheduling::TaskPriority;
    ///
    /// let mut runtime = Runtime::builder().virtual_time().build()?;
    /// runtime.run_script("async function twice(number) { await scheduler.yield(); return number * 2 }")?;
    /// let twice = runtime.global("twice")?;
    /// let mut called = runtime.spawn(TaskPriority::UserVisible, async move |task| {
    ///     task.call(&twice, &[21.into()]).await
    /// })?;
    /// runtime.run();
    /// assert!(matches!(called.take_output(), Some(Ok(Ok(value))) if value.as_number() == Some(42.0)));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub async fn call(&self, function: &JsValue, arguments: &[JsValue]) -> JsResult<JsValue> {
        let settled = Rc::new(OneShot::default());
        let (sets, function, arguments) = (Rc::clone(&settled), function.clone(), arguments.to_vec());
        self.with(move |context| {
            let called = event_loop(context).and_then(|event_loop| call(&function, &arguments, &event_loop, context));
            match called.as_ref().ok().and_then(JsValue::as_promise) {
                Some(promise) => when_settled(&promise, Box::new(move |result, _| sets.set(result)), context),
                None => sets.set(called),
            }
        })
        .await;
        settled.wait().await
    }

    /// Waits until a promise is settled, and marks it as handled.
    ///
    /// # Errors
    ///
    /// The reason, if the promise is rejected.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::boa_engine::Source;
    /// use posttask::scheduling::TaskPriority;
    ///
    /// let mut runtime = Runtime::builder().virtual_time().build()?;
    /// let mut answer = runtime.spawn(TaskPriority::UserVisible, async |task| {
    ///     let source = Source::from_bytes("scheduler.postTask(() => 42, { delay: 10 })");
    ///     let promise = task.with(|context| context.eval(source)).await?;
    ///     task.settled(&promise.as_promise().expect("a promise")).await
    /// })?;
    /// runtime.run();
    /// assert!(matches!(answer.take_output(), Some(Ok(Ok(value))) if value.as_number() == Some(42.0)));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub async fn settled(&self, promise: &JsPromise) -> JsResult<JsValue> {
        let settled = Rc::new(OneShot::default());
        let (sets, promise) = (Rc::clone(&settled), promise.clone());
        self.with(move |context| when_settled(&promise, Box::new(move |result, _| sets.set(result)), context)).await;
        settled.wait().await
    }
}

/// A timer that ends with the future that waits for it.
struct Sleep {
    timer: TimerId,
    work: WorkId,
    event_loop: Weak<EventLoop>,
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(event_loop) = self.event_loop.upgrade()
            && event_loop.cancel_timer(self.timer)
        {
            event_loop.notify(|| Event::Ended { work: self.work, how: Ending::Removed });
        }
    }
}
