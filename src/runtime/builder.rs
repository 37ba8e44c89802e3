//! The configuration of a runtime.

use std::num::NonZeroU32;
use std::rc::Rc;
use std::task::Waker;
use std::time::Duration;

use boa_engine::{Context, JsResult};
use url::Url;

use super::Runtime;
use super::settings::{Frames, Settings, StackChoice};
use super::workers::set_up_workers;
use crate::debug::debug;
use crate::engine::ModuleSource;
use crate::error::Error;
use crate::event_loop::{Clock, EventLoop, FrameTranslator, Limits, Parker, Policy, Quirks, ThreadParker, VirtualTime};
use crate::profiles::{HostPolicy, Profile};
use crate::web::fetch::Network;
use crate::web::html::{ConsoleOutput, ErrorSink};
use crate::web::scheduler::Proposal;

/// Calls a waker after a time.
type Alarm = Box<dyn Fn(Duration, Waker)>;

/// Configures a [`Runtime`].
#[derive(Default)]
pub struct RuntimeBuilder {
    settings: Settings,
    parker: Option<Rc<dyn Parker>>,
    alarm: Option<Alarm>,
    waker: Option<Waker>,
    /// `None` for the default policy.
    policy: Option<Box<dyn Policy>>,
}

debug!(RuntimeBuilder);

impl Runtime {
    /// Starts configuring a runtime.
    #[must_use]
    pub fn builder() -> RuntimeBuilder {
        RuntimeBuilder::default()
    }
}

impl RuntimeBuilder {
    /// Uses virtual time, which starts at 2000-01-01T00:00:00Z and jumps to the next deadline whenever the loop would
    /// sleep.
    #[must_use]
    pub fn virtual_time(self) -> Self {
        self.time(Rc::new(VirtualTime::new()))
    }

    /// Sets the source of time: the clock, and how the thread waits. The default is
    /// [`RealTime`](crate::event_loop::RealTime).
    #[must_use]
    pub fn time<T: Clock + Parker + 'static>(mut self, time: Rc<T>) -> Self {
        self.settings.clock = Rc::clone(&time) as _;
        self.parker = Some(time);
        self
    }

    /// Sets the clock. Unless [`Self::parker`] or [`Self::time`] is called too, the thread waits in a [`ThreadParker`].
    /// If the clock is faster or slower than the machine's, [`Clock::machine_time`] says how long that takes. Virtual
    /// time moves while the thread waits: see [`Self::time`].
    #[must_use]
    pub fn clock(mut self, clock: Rc<dyn Clock>) -> Self {
        self.settings.clock = clock;
        self
    }

    /// Sets how the thread waits while nothing is ready: see [`Parker`].
    #[must_use]
    pub fn parker(mut self, parker: Rc<dyn Parker>) -> Self {
        self.parker = Some(parker);
        self
    }

    /// Sets a waker that is called whenever another thread has something for the runtime, for a host that waits in a
    /// loop of its own. It may be called from any thread, and more often than necessary.
    #[must_use]
    pub fn waker(mut self, waker: Waker) -> Self {
        self.waker = Some(waker);
        self
    }

    /// Sets how an executor that polls the runtime is woken when a timer is due. The function gets the time until then,
    /// by the clock of the runtime, and the waker to call; an early or late call does no harm. By default, a thread of
    /// this library calls it, by the machine's clock. With the timers of the executor, its own clock decides, such as
    /// tokio's paused time:
    ///
    /// ```
    /// use std::rc::Rc;
    /// use std::time::{Duration, SystemTime};
    ///
    /// use posttask::Runtime;
    /// use posttask::event_loop::{Clock, Timestamp};
    /// use tokio::time::{Instant, sleep};
    ///
    /// struct TokioTime(Instant);
    ///
    /// impl Clock for TokioTime {
    ///     fn now(&self) -> Timestamp {
    ///         Timestamp::since_origin(self.0.elapsed())
    ///     }
    ///
    ///     fn origin(&self) -> SystemTime {
    ///         SystemTime::now()
    ///     }
    /// }
    ///
    /// let executor = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    /// executor.expect("an executor").block_on(async {
    ///     let mut runtime = Runtime::builder()
    ///         .clock(Rc::new(TokioTime(Instant::now())))
    ///         .alarm(|time, waker| drop(tokio::spawn(async move { sleep(time).await; waker.wake() })))
    ///         .build()?;
    ///     runtime.run_script("setTimeout(() => globalThis.at = performance.now(), 3_600_000)")?;
    ///     runtime.run_async().await;
    ///     assert!(runtime.run_script("at")?.as_number() >= Some(3_600_000.0));
    ///     Ok::<(), posttask::Error>(())
    /// })?;
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn alarm(mut self, alarm: impl Fn(Duration, Waker) + 'static) -> Self {
        self.alarm = Some(Box::new(alarm));
        self
    }

    /// Sets the policy that chooses what runs next. The default is [`DefaultPolicy`](crate::event_loop::DefaultPolicy).
    /// See [`event_loop`](crate::event_loop) for an example.
    #[must_use]
    pub fn policy(mut self, policy: impl Policy + 'static) -> Self {
        self.policy = Some(Box::new(policy));
        self
    }

    /// Runs programs as this host does: with its policy and its quirks.
    #[must_use]
    pub fn profile(self, profile: Profile) -> Self {
        self.quirks(profile.quirks())
    }

    /// Departs from the standards, and from the recommended order, as hosts do. Also sets the policy.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::event_loop::{Quirk, Quirks};
    ///
    /// let quirks = Quirks::of(&[Quirk::NoInheritance]);
    /// let mut runtime = Runtime::builder().virtual_time().quirks(quirks).build()?;
    /// runtime.run_script(
    ///     "globalThis.order = [];
    ///      scheduler.postTask(async () => {
    ///          scheduler.postTask(() => order.push('task'));
    ///          await scheduler.yield();
    ///          order.push('continuation');
    ///      }, { priority: 'background' });",
    /// )?;
    /// runtime.run();
    /// assert_eq!(runtime.run_script("order.join()")?.as_string(), Some("continuation,task".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn quirks(mut self, quirks: Quirks) -> Self {
        self.settings.quirks = quirks;
        self.policy(HostPolicy::new(quirks))
    }

    /// Sets the URL that the program counts as loaded from: relative URLs are relative to this [API base URL][base],
    /// and `origin` is its origin. Without one, relative URLs are errors, and the origin is `null`. Where modules are
    /// found does not depend on it.
    ///
    /// ```
    /// let url = posttask::Url::parse("https://example.com/app/main.js").expect("the URL is valid");
    /// let mut runtime = posttask::Runtime::builder().base_url(url).build()?;
    /// assert_eq!(runtime.run_script("origin")?.as_string(), Some("https://example.com".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    ///
    /// [base]: https://html.spec.whatwg.org/multipage/webappapis.html#api-base-url
    #[must_use]
    pub fn base_url(mut self, url: Url) -> Self {
        self.settings.base_url = Some(url);
        self
    }

    /// Sets what answers the requests of `fetch`. Without it, only `data:` URLs can be fetched.
    #[must_use]
    pub fn network(mut self, network: Rc<dyn Network>) -> Self {
        self.settings.network = Some(network);
        self
    }

    /// Gives the program a display without a picture, with this number of frames per second (1,000 at most): then there
    /// are [`requestAnimationFrame`][1] and `cancelAnimationFrame`. Frames are at fixed times of the clock. There is
    /// only a frame if a callback waits for it, so a program that requests none ends.
    ///
    /// [1]: https://html.spec.whatwg.org/multipage/imagebitmap-and-animations.html#animation-frames
    ///
    /// ```
    /// use std::num::NonZeroU32;
    ///
    /// let hertz = NonZeroU32::new(50).expect("not zero");
    /// let mut runtime = posttask::Runtime::builder().virtual_time().frames(hertz).build()?;
    /// runtime.run_script("setTimeout(() => requestAnimationFrame(time => globalThis.time = time), 30)")?;
    /// runtime.run();
    /// assert_eq!(runtime.run_script("time")?.as_number(), Some(40.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn frames(mut self, hertz: NonZeroU32) -> Self {
        self.settings.frames = Some(Frames::Own(hertz));
        self
    }

    /// Gives the program a display whose frames the host draws: `requestAnimationFrame` waits for [`Runtime::frame`].
    /// Replaces [`Self::frames`]. A callback that waits for a frame does not keep the program alive.
    #[must_use]
    pub fn host_frames(mut self) -> Self {
        self.settings.frames = Some(Frames::OfHost);
        self
    }

    /// Makes it possible to [simulate input](Runtime::simulate_input): then there is [`navigator.scheduling`][1].
    ///
    /// [1]: https://wicg.github.io/is-input-pending/
    ///
    /// ```
    /// let mut runtime = posttask::Runtime::builder().user_input().build()?;
    /// let pending = runtime.run_script("navigator.scheduling.isInputPending()")?;
    /// assert_eq!(pending.as_boolean(), Some(false));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn user_input(mut self) -> Self {
        self.settings.user_input = true;
        self
    }

    /// Adds features that are only proposed.
    ///
    /// ```
    /// use posttask::Proposal;
    ///
    /// let mut runtime = posttask::Runtime::builder().virtual_time().experimental(&[Proposal::SchedulerWait]).build()?;
    /// runtime.run_script("scheduler.wait(20).then(() => globalThis.time = performance.now())")?;
    /// runtime.run();
    /// assert_eq!(runtime.run_script("time")?.as_number(), Some(20.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn experimental(mut self, proposals: &[Proposal]) -> Self {
        self.settings.proposals = proposals.to_vec();
        self
    }

    /// Reports tasks of over 50 ms to performance observers: entries of the type `longtask`, as [Long Tasks] defines
    /// them. Without this, the type is not supported.
    ///
    /// [Long Tasks]: https://w3c.github.io/longtasks/
    ///
    /// ```
    /// let mut runtime = posttask::Runtime::builder().virtual_time().long_tasks().build()?;
    /// runtime.run_script(
    ///     "globalThis.long = [];
    ///      new PerformanceObserver(list => long.push(...list.getEntries())).observe({ type: 'longtask' });
    ///      scheduler.postTask(() => { const end = performance.now() + 80; while (performance.now() < end); });",
    /// )?;
    /// runtime.run();
    /// let text = runtime.run_script("long.map(entry => entry.name + ' ' + Math.round(entry.duration)).join()")?;
    /// assert_eq!(text.as_string(), Some("self 80".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn long_tasks(mut self) -> Self {
        self.settings.long_tasks = true;
        self
    }

    /// Does not report faults of the engine that a program meets: see [`EngineFault`](crate::event_loop::EngineFault).
    ///
    /// ```
    /// let mut runtime = posttask::Runtime::builder().ignore_engine_faults().build()?;
    /// runtime.run_script("new Date(0).toLocaleDateString('fr')")?; // American English, without a message
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn ignore_engine_faults(mut self) -> Self {
        self.settings.ignores_engine_faults = true;
        self
    }

    /// Sets the output of `console`. The default is [`StandardOutput`](crate::html::StandardOutput).
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use std::rc::Rc;
    ///
    /// use posttask::{ConsoleOutput, Runtime};
    ///
    /// #[derive(Default)]
    /// struct Lines(RefCell<Vec<String>>);
    ///
    /// impl ConsoleOutput for Lines {
    ///     fn out(&self, line: &str) {
    ///         self.0.borrow_mut().push(line.to_owned());
    ///     }
    ///
    ///     fn err(&self, line: &str) {
    ///         self.out(line);
    ///     }
    /// }
    ///
    /// let lines = Rc::new(Lines::default());
    /// let mut runtime = Runtime::builder().console(lines.clone()).build()?;
    /// runtime.run_script("console.log('a', { b: 1 })")?;
    /// assert_eq!(*lines.0.borrow(), ["a { b: 1 }"]);
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn console(mut self, output: Rc<dyn ConsoleOutput>) -> Self {
        self.settings.output = output;
        self
    }

    /// Sets the sink that receives uncaught exceptions and unhandled rejections. By default, they are written to the
    /// console's error output.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use std::rc::Rc;
    ///
    /// use posttask::{ErrorSink, Runtime, Uncaught};
    ///
    /// #[derive(Default)]
    /// struct Messages(RefCell<Vec<String>>);
    ///
    /// impl ErrorSink for Messages {
    ///     fn uncaught(&self, uncaught: &Uncaught) {
    ///         self.0.borrow_mut().push(uncaught.headline());
    ///     }
    /// }
    ///
    /// let messages = Rc::new(Messages::default());
    /// let mut runtime = Runtime::builder().virtual_time().error_sink(messages.clone()).build()?;
    /// runtime.run_script("setTimeout(() => { throw new TypeError('no') }); Promise.reject(7)")?;
    /// runtime.run();
    /// assert_eq!(*messages.0.borrow(), ["Uncaught TypeError: no", "Uncaught (in promise) 7"]);
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn error_sink(mut self, sink: Rc<dyn ErrorSink>) -> Self {
        self.settings.errors = Some(sink);
        self
    }

    /// Sets where modules come from. The default is [`Files`](crate::engine::Files). See [`ModuleSource`] and
    /// [`MemoryModules`](crate::engine::MemoryModules) for examples.
    #[must_use]
    pub fn module_source(mut self, source: Rc<dyn ModuleSource>) -> Self {
        self.settings.module_source = source;
        self
    }

    /// Sets the translator of stack frames, for source text that was compiled from another language or bundled. It
    /// applies to the `stack` of errors, to reports of uncaught errors and to the locations that schedule work. By
    /// default, there is none.
    #[must_use]
    pub fn frame_translator(mut self, translator: Rc<dyn FrameTranslator>) -> Self {
        self.settings.frame_translator = Some(translator);
        self
    }

    /// Makes `Math.random` return numbers that follow from a seed, with different numbers in each realm, and the random
    /// values of `crypto` follow from it too. Under virtual time, there is a fixed seed by default, so that every run
    /// is the same; otherwise, the numbers differ from run to run.
    ///
    /// ```
    /// use posttask::Runtime;
    ///
    /// let number = |seed: u64| -> Result<_, posttask::Error> {
    ///     Ok(Runtime::builder().seed(seed).build()?.run_script("Math.random()")?.as_number())
    /// };
    /// assert_eq!(number(1)?, number(1)?);
    /// assert_ne!(number(1)?, number(2)?);
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = Some(seed);
        self
    }

    /// Sets the size in bytes of the native stack that JavaScript runs on. The runtime allocates it, with a guard page;
    /// only the memory that is used is committed. The default is 256 MiB, or 32 MiB on 32-bit systems. The minimum is
    /// 4 MiB. If the system does not have that much address space, the stack is smaller.
    ///
    /// The size limits how deeply JavaScript can recurse, how deeply brackets in source text can be nested, and how
    /// deeply cloned objects can be nested. Beyond these limits, an exception is thrown. With the default
    /// size, an optimized build allows 12,240 calls and 2,040 brackets. A build with debug assertions needs more stack
    /// for the same program, and allows half as many calls and a quarter as many brackets.
    ///
    /// Some other input still overflows the stack and ends the process: see `docs/boa-gaps.md`. Source text that is
    /// evaluated through [`Runtime::with_context`] is not checked.
    #[must_use]
    pub fn stack_size(mut self, bytes: usize) -> Self {
        self.settings.stack = StackChoice::Own(bytes);
        self
    }

    /// Runs JavaScript on the stack of the thread that calls the runtime. Whenever a method of the runtime is called,
    /// at least `bytes` bytes of that stack must be free. The minimum is 4 MiB. This number determines the limits, as
    /// in [`Self::stack_size`].
    #[must_use]
    pub fn caller_stack(mut self, bytes: usize) -> Self {
        self.settings.stack = StackChoice::Thread(bytes);
        self
    }

    /// Limits what a program may have waiting, and what it may write to the console.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::event_loop::Limits;
    ///
    /// let mut runtime = Runtime::builder().limits(Limits::none().timers(2)).build()?;
    /// let name = runtime.run_script("try { for (;;) setTimeout(() => {}, 1) } catch (error) { error.name }")?;
    /// assert_eq!(name.as_string(), Some("QuotaExceededError".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.settings.limits = limits;
        self
    }

    /// Adds a function that sets up each realm, after everything else is defined in it: it is called with the realm as
    /// the current one. Extensions run in the order in which they were added. An exception makes the creation of the
    /// realm fail. What the function captures is not traced: it must not contain JavaScript values.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::boa_engine::{JsString, JsValue, NativeFunction};
    ///
    /// let mut runtime = Runtime::builder()
    ///     .extension(|context| {
    ///         let version = NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::from(3)));
    ///         context.register_global_callable(JsString::from("version"), 0, version)
    ///     })
    ///     .build()?;
    /// assert_eq!(runtime.run_script("version()")?.as_number(), Some(3.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn extension(mut self, extension: impl Fn(&mut Context) -> JsResult<()> + 'static) -> Self {
        self.settings.extensions.push(Rc::new(extension));
        self
    }

    /// Like [`Self::extension`], for the realms of [workers](https://html.spec.whatwg.org/multipage/workers.html) only.
    /// The extensions of all realms run before. A worker shares the thread of the program, so what the function
    /// captures can be shared with the program.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::boa_engine::{JsString, property::Attribute};
    ///
    /// let mut runtime = Runtime::builder()
    ///     .virtual_time()
    ///     .worker_extension(|context| {
    ///         context.register_global_property(JsString::from("answer"), 42, Attribute::all())
    ///     })
    ///     .build()?;
    /// runtime.run_script(
    ///     "const worker = new Worker('data:text/javascript,postMessage(answer)');
    ///      worker.onmessage = event => { globalThis.received = event.data };",
    /// )?;
    /// runtime.run();
    /// assert_eq!(runtime.run_script("received + ' ' + typeof answer")?.as_string(), Some("42 undefined".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn worker_extension(mut self, extension: impl Fn(&mut Context) -> JsResult<()> + 'static) -> Self {
        self.settings.worker_extensions.push(Rc::new(extension));
        self
    }

    /// Limits the number of workers that run at the same time. The default is 64. With 0, there are no workers. Beyond
    /// the limit, `new Worker` throws a `QuotaExceededError`.
    ///
    /// ```
    /// let mut runtime = posttask::Runtime::builder().max_workers(1).build()?;
    /// let two = "const url = 'data:text/javascript,'; new Worker(url); new Worker(url)";
    /// let error = runtime.run_script(two).unwrap_err();
    /// assert!(error.to_string().contains("1 worker is running, which is the limit"), "{error}");
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn max_workers(mut self, workers: usize) -> Self {
        self.settings.max_workers = workers;
        self
    }

    /// Lowers the number of calls that may be nested before a `RangeError` is thrown. It cannot be raised above the
    /// limit that the stack size determines. A call through a native function, such as `map`, counts as two or three.
    #[must_use]
    pub fn recursion_limit(mut self, calls: usize) -> Self {
        self.settings.recursion_limit = Some(calls);
        self
    }

    /// Sets the function that returns freed memory to the operating system, for an allocator that keeps it. It is
    /// called before sleeps of 100 milliseconds or more, and after a burst of hundreds of thousands of tasks. By
    /// default, there is no such function.
    #[must_use]
    pub fn release_memory(mut self, how: fn()) -> Self {
        self.settings.release_memory = Some(how);
        self
    }

    /// Sets the function that returns how many bytes the large allocations of the process have, for an allocator that
    /// counts them. The engine's collector does not count the bytes of buffers, texts and bodies. With this function,
    /// garbage is also collected when these bytes have doubled since the last such collection, and are at least 64 MiB:
    /// after a task or a microtask, so a task that allocates and never ends is not helped. By default, there is no such
    /// function.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    ///
    /// static LARGE: AtomicUsize = AtomicUsize::new(0); // kept by a `GlobalAlloc`
    /// let runtime = posttask::Runtime::builder().large_allocations(|| LARGE.load(Ordering::Relaxed)).build()?;
    /// # drop(runtime);
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn large_allocations(mut self, allocated: fn() -> usize) -> Self {
        self.settings.large_allocations = Some(allocated);
        self
    }

    /// Builds the runtime.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Stack`] if the stack cannot be allocated or that of the caller is too small,
    /// [`Error::NoParker`] if a virtual clock has no parker, and [`Error::JavaScript`] if the engine cannot be set up
    /// or an extension throws.
    pub fn build(self) -> Result<Runtime, Error> {
        let Self { settings, parker, alarm, waker, policy } = self;
        let parker = match parker {
            Some(parker) => parker,
            None if settings.clock.is_virtual() => return Err(Error::NoParker),
            None => Rc::new(ThreadParker::new(Rc::clone(&settings.clock))),
        };
        let event_loop = EventLoop::with_parts(Rc::clone(&settings.clock), Rc::clone(&parker), waker);
        if let Some(alarm) = alarm {
            event_loop.set_alarm(alarm);
        }
        if let Some(policy) = policy {
            event_loop.set_boxed_policy(policy);
        }
        settings.build(event_loop, |settings, errors, context| set_up_workers(settings, errors, parker, context))
    }
}
