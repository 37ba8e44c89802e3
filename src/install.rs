//! Parts of the web platform for a context of the embedder's own, one by one.
//!
//! Each function adds one area to the current realm, and the areas that it needs. It replaces what has the same names.
//! Adding an area twice has no effect, except that functions of the global object and `console` are defined anew.
//! [`register_interfaces`](crate::register_interfaces) adds everything.
//!
//! | area | what it adds | what it needs of the context |
//! | --- | --- | --- |
//! | [`events`] | `Event`, `CustomEvent`, `EventTarget`, `DOMException` | an [`EventLoop`] as its job executor |
//! | [`abort`] | `AbortController`, `AbortSignal` | the same |
//! | [`messaging`] | `MessageChannel`, `MessagePort`, `BroadcastChannel`, `MessageEvent` | the same |
//! | [`timers`] | timers, `queueMicrotask`, `reportError` | also [`Hooks`] with a [global][global] |
//! | [`scheduler`] | `scheduler`, `TaskController`, `TaskSignal`, `TaskPriorityChangeEvent` | the same as `timers` |
//! | [`performance`] | `performance`, its entries and observers | the same as `timers` |
//! | [`idle_callbacks`] | `requestIdleCallback` and its deadline | the same as `timers` |
//! | [`structured_clone`] | `structuredClone` | the same as `timers` |
//! | [`console`](console()) | `console`, which writes to an output of yours | an [`EventLoop`] as its job executor |
//! | [`url`](url()) | `URL`, `URLSearchParams` | nothing |
//! | [`encoding`] | `TextEncoder`, `TextDecoder` | nothing |
//!
//! [`Hooks`]: crate::engine::Hooks
//! [global]: crate::html::create_global_object
//!
//! What only a [`Runtime`](crate::Runtime) adds: a stack of its own with a recursion limit that fits it, the functions
//! that replace those of the engine that can end the process (see `docs/boa-gaps.md`), `Date` and `Math.random` that
//! follow virtual time, and modules. Without that stack, `console` and `structuredClone` need up to 2 MiB of the stack
//! of their thread for deeply nested values, which is what a thread of Rust has by default.
//!
//! A function that finds something missing throws a `TypeError` that says what. Uncaught exceptions go to the sink of
//! [`error_sink`]; without one, they are dropped. The event loop is driven with a [`Pump`](crate::event_loop::Pump).
//!
//! ```
//! use std::cell::RefCell;
//! use std::rc::Rc;
//!
//! use posttask::boa_engine::{Source, context::ContextBuilder};
//! use posttask::event_loop::{EventLoop, Pump, RealTime};
//! use posttask::install;
//!
//! // Only events and aborting.
//! let event_loop = EventLoop::new(Rc::new(RealTime::new()));
//! let mut context = ContextBuilder::new().job_executor(Rc::clone(&event_loop)).build()?;
//! install::abort(&mut context)?;
//! context.eval(Source::from_bytes("AbortSignal.timeout(5).onabort = event => { globalThis.type = event.type }"))?;
//! Pump::new(event_loop, &RefCell::new(&mut context)).run(None);
//! assert_eq!(context.eval(Source::from_bytes("type"))?.as_string(), Some("abort".into()));
//!
//! // What is missing is an error.
//! let mut bare = posttask::boa_engine::Context::default();
//! assert!(install::events(&mut bare).is_err());
//! # Ok::<(), posttask::boa_engine::JsError>(())
//! ```

use std::rc::Rc;

use boa_engine::{Context, JsResult};

use crate::event_loop::{EventLoop, set_up_stacks};
use crate::web::dom::{AbortSignal, EventTarget};
use crate::web::encoding::TextEncoder;
use crate::web::html::{ConsoleOutput, ErrorReporter, ErrorSink, GlobalScope, IdleDeadline, MessageChannel};
use crate::web::performance::PerformanceEntry;
use crate::web::scheduler::TaskSignal;
use crate::web::url::UrlSearchParams;
use crate::web::webidl::{Interface, interface_prototype, register_realm, type_error};
use crate::web::{dom, html};

fn is_installed<T: Interface>(context: &Context) -> bool {
    interface_prototype::<T>(context).is_ok()
}

/// Sets the sink of uncaught exceptions and unhandled rejections of all realms of the context. Rejections are only
/// tracked with [`Hooks`](crate::engine::Hooks).
///
/// # Errors
///
/// `TypeError` if the job executor is not an [`EventLoop`].
pub fn error_sink(sink: Rc<dyn ErrorSink>, context: &Context) -> JsResult<()> {
    event_loop(context)?.set_error_reporting(Rc::new(ErrorReporter::new(sink)));
    Ok(())
}

/// Adds `Event`, `CustomEvent`, `EventTarget` and `DOMException`.
///
/// # Errors
///
/// `TypeError` if the job executor is not an [`EventLoop`]; whatever the global object throws when a property is
/// defined.
pub fn events(context: &mut Context) -> JsResult<()> {
    event_loop(context)?;
    if is_installed::<EventTarget>(context) {
        return Ok(());
    }
    register_realm(context);
    set_up_stacks(context)?;
    dom::register_events(context)
}

/// Adds `AbortController` and `AbortSignal`, with [`events`].
///
/// # Errors
///
/// Those of [`events`].
pub fn abort(context: &mut Context) -> JsResult<()> {
    events(context)?;
    if is_installed::<AbortSignal>(context) { Ok(()) } else { dom::register_abort(context) }
}

/// Adds `MessageChannel`, `MessagePort`, `BroadcastChannel` and `MessageEvent`, with [`events`].
///
/// # Errors
///
/// Those of [`events`].
pub fn messaging(context: &mut Context) -> JsResult<()> {
    events(context)?;
    if is_installed::<MessageChannel>(context) { Ok(()) } else { html::register_messaging(context) }
}

/// Adds `setTimeout`, `setInterval`, `clearTimeout`, `clearInterval`, `queueMicrotask` and `reportError`, with
/// [`events`]. The global object becomes an event target.
///
/// # Errors
///
/// Those of [`events`]; `TypeError` if the global object was not created by
/// [`create_global_object`](crate::html::create_global_object).
pub fn timers(context: &mut Context) -> JsResult<()> {
    global_scope(context)?;
    html::register_timers(context)
}

/// Adds `scheduler`, `TaskController`, `TaskSignal` and `TaskPriorityChangeEvent`, with [`abort`]. The global object
/// becomes an event target. Without [`Hooks`](crate::engine::Hooks) as the host hooks of the context, continuations
/// after an `await` do not inherit the priority.
///
/// ```
/// use std::cell::RefCell;
/// use std::rc::Rc;
///
/// use posttask::boa_engine::{Source, context::ContextBuilder};
/// use posttask::event_loop::{EventLoop, Pump, VirtualTime};
/// use posttask::engine::Hooks;
/// use posttask::{html, install};
///
/// let event_loop = EventLoop::new(Rc::new(VirtualTime::new()));
/// let hooks = Hooks::new(Rc::clone(&event_loop), html::create_global_object);
/// let mut context =
///     ContextBuilder::new().job_executor(Rc::clone(&event_loop)).host_hooks(Rc::new(hooks)).build()?;
/// install::scheduler(&mut context)?;
/// install::timers(&mut context)?;
/// context.eval(Source::from_bytes(
///     "globalThis.order = [];
///      setTimeout(() => order.push('timer'), 5);
///      scheduler.postTask(() => order.push('task'))",
/// ))?;
/// Pump::new(event_loop, &RefCell::new(&mut context)).run(None);
/// assert_eq!(context.eval(Source::from_bytes("order.join()"))?.as_string(), Some("task,timer".into()));
/// # Ok::<(), posttask::boa_engine::JsError>(())
/// ```
///
/// # Errors
///
/// Those of [`timers`].
pub fn scheduler(context: &mut Context) -> JsResult<()> {
    abort(context)?;
    global_scope(context)?;
    if is_installed::<TaskSignal>(context) {
        return Ok(());
    }
    crate::web::scheduler::register(context)?;
    html::define_scheduler(context)
}

/// Adds `performance`, with its entries and observers, and [`events`]. The global object becomes an event target.
///
/// # Errors
///
/// Those of [`timers`].
pub fn performance(context: &mut Context) -> JsResult<()> {
    global_scope(context)?;
    if is_installed::<PerformanceEntry>(context) { Ok(()) } else { crate::web::performance::register(context) }
}

/// Adds `requestIdleCallback`, `cancelIdleCallback` and `IdleDeadline`, with [`scheduler`]: what idle callbacks await
/// continues with the priority `background`.
///
/// # Errors
///
/// Those of [`timers`].
pub fn idle_callbacks(context: &mut Context) -> JsResult<()> {
    scheduler(context)?;
    if is_installed::<IdleDeadline>(context) { Ok(()) } else { html::register_idle_callbacks(context) }
}

/// Adds `structuredClone`, with [`events`]. The global object becomes an event target. Values are cloned up to a depth
/// of 200: only a [`Runtime`](crate::Runtime) knows how much its stack can hold.
///
/// # Errors
///
/// Those of [`timers`].
pub fn structured_clone(context: &mut Context) -> JsResult<()> {
    global_scope(context)?;
    html::register_structured_clone(context)
}

/// Adds `console`, which writes to `output`. A `console` that the realm has is replaced.
///
/// ```
/// use std::rc::Rc;
///
/// use posttask::boa_engine::{Source, context::ContextBuilder};
/// use posttask::event_loop::{EventLoop, RealTime};
/// use posttask::{StandardOutput, install};
///
/// let event_loop = EventLoop::new(Rc::new(RealTime::new()));
/// let mut context = ContextBuilder::new().job_executor(event_loop).build()?;
/// install::console(Rc::new(StandardOutput), &mut context)?;
/// context.eval(Source::from_bytes("console.log('%o', { a: 1 })"))?;
/// # Ok::<(), posttask::boa_engine::JsError>(())
/// ```
///
/// # Errors
///
/// `TypeError` if the job executor is not an [`EventLoop`]; whatever the global object throws when a property is
/// defined.
pub fn console(output: Rc<dyn ConsoleOutput>, context: &mut Context) -> JsResult<()> {
    event_loop(context)?;
    html::register_console(output, context)
}

/// Adds `URL` and `URLSearchParams`.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub fn url(context: &mut Context) -> JsResult<()> {
    register_realm(context);
    if is_installed::<UrlSearchParams>(context) { Ok(()) } else { crate::web::url::register(context) }
}

/// Adds `TextEncoder` and `TextDecoder`.
///
/// # Errors
///
/// Whatever the global object throws when a property is defined.
pub fn encoding(context: &mut Context) -> JsResult<()> {
    register_realm(context);
    if is_installed::<TextEncoder>(context) { Ok(()) } else { crate::web::encoding::register(context) }
}

fn event_loop(context: &Context) -> JsResult<Rc<EventLoop>> {
    let missing = "the context needs an EventLoop as its job executor: pass one to ContextBuilder::job_executor";
    EventLoop::of(context).ok_or_else(|| type_error(missing))
}

fn global_scope(context: &mut Context) -> JsResult<()> {
    events(context)?;
    let missing = "the context needs engine::Hooks with html::create_global_object: pass them to \
                   ContextBuilder::host_hooks";
    let global = GlobalScope::current(context).map_err(|_| type_error(missing))?;
    if global.realm().is_ok() { Ok(()) } else { html::register_global_scope(context) }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use boa_engine::context::ContextBuilder;
    use boa_engine::{Context, JsResult, Source};

    use crate::engine::Hooks;
    use crate::event_loop::{EventLoop, Pump, VirtualTime};
    use crate::scheduling::TaskPriority;
    use crate::web::html::{ConsoleOutput, ErrorSink, Uncaught, create_global_object};
    use crate::web::scheduler::JobError;

    type Install = fn(&mut Context) -> JsResult<()>;

    fn context(with_hooks: bool) -> (Rc<EventLoop>, Context) {
        let event_loop = EventLoop::new(Rc::new(VirtualTime::new()));
        let mut builder = ContextBuilder::new().job_executor(Rc::clone(&event_loop));
        if with_hooks {
            builder = builder.host_hooks(Rc::new(Hooks::new(Rc::clone(&event_loop), create_global_object)));
        }
        (event_loop, builder.build().unwrap())
    }

    /// Fails the test.
    struct NoErrors;

    impl ErrorSink for NoErrors {
        fn uncaught(&self, uncaught: &Uncaught) {
            panic!("{uncaught}");
        }
    }

    fn silent_console(context: &mut Context) -> JsResult<()> {
        struct Silent;

        impl ConsoleOutput for Silent {
            fn out(&self, _: &str) {}

            fn err(&self, _: &str) {}
        }

        super::console(Rc::new(Silent), context)
    }

    /// Each area alone does what it is for, and adds nothing of the others.
    #[test]
    fn areas_work_alone() {
        let cases: [(Install, bool, &str, &str, &str); 11] = [
            (
                super::events,
                false,
                "class T extends EventTarget {}; const t = new T(); let r;
              t.addEventListener('x', event => { r = event.type }); t.dispatchEvent(new Event('x')); r",
                "x",
                "typeof AbortSignal",
            ),
            (
                super::abort,
                false,
                "const c = new AbortController(); c.abort(); c.signal.reason.name",
                "AbortError",
                "typeof setTimeout",
            ),
            (
                super::messaging,
                false,
                "const { port1, port2 } = new MessageChannel(); globalThis.r = 0;
              port1.onmessage = event => { r = event.data.get('a') }; port2.postMessage(new Map([['a', 7]]))",
                "7",
                "typeof scheduler",
            ),
            (
                super::timers,
                true,
                "globalThis.r = ''; setTimeout(() => { r += 'b' }, 5); queueMicrotask(() => r += 'a')",
                "ab",
                "typeof scheduler",
            ),
            (
                super::scheduler,
                true,
                "globalThis.r = '';
              (async () => { await scheduler.postTask(() => { r += 'a' }); await scheduler.yield(); r += 'b' })()",
                "ab",
                "typeof performance",
            ),
            (
                super::performance,
                true,
                "performance.mark('a'); String(performance.getEntriesByName('a').length)",
                "1",
                "typeof setTimeout",
            ),
            (
                super::idle_callbacks,
                true,
                "globalThis.r = ''; requestIdleCallback(deadline => { r = deadline.didTimeout })",
                "false",
                "typeof setTimeout",
            ),
            (
                super::structured_clone,
                true,
                "const map = new Map([['a', 7]]); const clone = structuredClone(map); map.clear(); clone.get('a')",
                "7",
                "typeof MessageChannel",
            ),
            (
                silent_console,
                false,
                "console.log('x'); console.count(); console.time(); 'logged'",
                "logged",
                "typeof URL",
            ),
            (
                super::url,
                false,
                "const url = new URL('../b?x=1', 'https://example.com/a/c'); url.searchParams.append('y', 2); url.href",
                "https://example.com/b?x=1&y=2",
                "typeof EventTarget",
            ),
            (
                super::encoding,
                false,
                "new TextDecoder().decode(new TextEncoder().encode('Grüße'))",
                "Grüße",
                "typeof EventTarget",
            ),
        ];
        for (install, with_hooks, program, expected, absent) in cases {
            let (event_loop, mut context) = context(with_hooks);
            super::error_sink(Rc::new(NoErrors), &context).unwrap();
            install(&mut context).unwrap();
            install(&mut context).unwrap();
            let value = context.eval(Source::from_bytes(program)).unwrap();
            Pump::new(event_loop, &RefCell::new(&mut context)).run(None);
            let later = context.eval(Source::from_bytes("String(globalThis.r ?? '')")).unwrap();
            let text = if later.as_string().is_some_and(|later| !later.is_empty()) { later } else { value };
            assert_eq!(text.to_string(&mut context).unwrap().to_std_string_lossy(), expected, "{program}");
            let absent = context.eval(Source::from_bytes(absent)).unwrap();
            assert_eq!(absent.as_string().unwrap(), "undefined");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let of_a_loop: [Install; 4] = [super::events, super::abort, super::messaging, silent_console];
        let of_a_global: [Install; 5] =
            [super::timers, super::scheduler, super::performance, super::idle_callbacks, super::structured_clone];
        for area in of_a_loop.iter().chain(&of_a_global) {
            let error = area(&mut Context::default()).unwrap_err().to_string();
            assert!(error.contains("ContextBuilder::job_executor"), "{error}");
        }
        for area in of_a_global {
            let error = area(&mut context(false).1).unwrap_err().to_string();
            assert!(error.contains("create_global_object"), "{error}");
        }
    }

    #[test]
    fn areas_that_need_nothing_work_in_any_context() {
        let mut context = Context::default();
        for _ in 0..2 {
            super::url(&mut context).unwrap();
            super::encoding(&mut context).unwrap();
        }
        let program = "new TextEncoder().encode(new URL('a', 'data:text/plain,').href)";
        let error = context.eval(Source::from_bytes(program)).unwrap_err().to_string();
        assert!(error.starts_with("TypeError"), "{error}");
        let program = "new TextEncoder().encode(new URLSearchParams({ a: 1 }).toString()).length";
        assert_eq!(context.eval(Source::from_bytes(program)).unwrap().as_number(), Some(3.0));
    }

    #[test]
    fn all_areas_together_are_those_of_a_runtime() {
        let (_, mut context) = context(true);
        let areas: [Install; 11] = [
            silent_console,
            super::encoding,
            super::url,
            super::structured_clone,
            super::idle_callbacks,
            super::performance,
            super::scheduler,
            super::timers,
            super::messaging,
            super::abort,
            super::events,
        ];
        for area in areas {
            area(&mut context).unwrap();
        }
        let names = "Object.getOwnPropertyNames(globalThis).sort().join()";
        let names = context.eval(Source::from_bytes(names)).unwrap().as_string().unwrap().to_std_string_lossy();
        let expected = "scheduler setTimeout performance MessageChannel AbortController EventTarget structuredClone \
                        requestIdleCallback URL TextEncoder console";
        for name in expected.split(' ') {
            assert!(names.split(',').any(|other| other == name), "{name} in {names}");
        }
    }

    #[test]
    fn a_call_of_another_thread_needs_the_scheduler() {
        let (event_loop, mut context) = context(true);
        super::timers(&mut context).unwrap();
        let call = || event_loop.remote().call(TaskPriority::UserVisible, |_| 1);
        let refused = call();
        Pump::new(Rc::clone(&event_loop), &RefCell::new(&mut context)).run(None);
        assert_eq!(refused.wait(), Err(JobError::NotInstalled));
        super::scheduler(&mut context).unwrap();
        let called = call();
        Pump::new(Rc::clone(&event_loop), &RefCell::new(&mut context)).run(None);
        assert_eq!(called.wait(), Ok(1));
    }
}
