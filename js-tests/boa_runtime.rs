//! posttask's areas beside the extensions of `boa_runtime`, in both orders. Needs the feature `boa_runtime`.

#![expect(clippy::unwrap_used, reason = "a test that cannot run must fail")]

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::context::ContextBuilder;
use boa_engine::{Context, Finalize, JsResult, Source, Trace};
use boa_runtime::console::{ConsoleState, Logger};
use boa_runtime::extensions::{
    Base64Extension, ConsoleExtension, EncodingExtension, MicrotaskExtension, StructuredCloneExtension,
    TimeoutExtension,
};
use boa_runtime::{RuntimeExtension, register_extensions};
use posttask::engine::Hooks;
use posttask::event_loop::{EventLoop, Pump, VirtualTime, in_realm};
use posttask::extensions::{self, Area, ErrorSinkExtension};
use posttask::{ConsoleOutput, ErrorSink, Uncaught, html};

/// What is printed, by either console, and reported.
#[derive(Clone, Debug, Default, Trace, Finalize)]
struct Log(#[unsafe_ignore_trace] Rc<RefCell<Vec<String>>>);

impl Log {
    fn add(&self, line: &str) {
        self.0.borrow_mut().push(line.to_owned());
    }

    fn take(&self) -> String {
        self.0.take().join("\n")
    }
}

impl Logger for Log {
    fn log(&self, line: String, _: &ConsoleState, _: &mut Context) -> JsResult<()> {
        self.add(&line);
        Ok(())
    }

    fn info(&self, line: String, state: &ConsoleState, context: &mut Context) -> JsResult<()> {
        self.log(line, state, context)
    }

    fn warn(&self, line: String, state: &ConsoleState, context: &mut Context) -> JsResult<()> {
        self.log(line, state, context)
    }

    fn error(&self, line: String, state: &ConsoleState, context: &mut Context) -> JsResult<()> {
        self.log(line, state, context)
    }
}

impl ConsoleOutput for Log {
    fn out(&self, line: &str) {
        self.add(&format!("posttask: {line}"));
    }

    fn err(&self, line: &str) {
        self.out(line);
    }
}

impl ErrorSink for Log {
    fn uncaught(&self, uncaught: &Uncaught) {
        self.add(&format!("uncaught {}", uncaught.message));
    }
}

struct Host {
    event_loop: Rc<EventLoop>,
    context: Context,
    log: Log,
}

impl Host {
    fn new() -> Self {
        let event_loop = EventLoop::new(Rc::new(VirtualTime::new()));
        let hooks = Hooks::new(Rc::clone(&event_loop), html::create_global_object);
        let builder = ContextBuilder::new().job_executor(Rc::clone(&event_loop)).host_hooks(Rc::new(hooks));
        Self { event_loop, context: builder.build().unwrap(), log: Log::default() }
    }

    fn register(&mut self, extensions: impl RuntimeExtension) {
        register_extensions(extensions, None, &mut self.context).unwrap();
    }

    /// Runs a program, and returns what it has printed.
    fn run(&mut self, program: &str) -> String {
        self.context.eval(Source::from_bytes(program)).unwrap();
        self.event_loop.perform_a_microtask_checkpoint(&mut self.context);
        Pump::new(Rc::clone(&self.event_loop), &RefCell::new(&mut self.context)).run(None);
        self.log.take()
    }
}

/// A program that uses the areas of both.
const PROGRAM: &str = "
    const text = new TextDecoder().decode(new TextEncoder().encode('Grüße'));
    scheduler.postTask(async () => {
        console.log(text, performance.now());
        await scheduler.yield();
        console.log(btoa('posted'));
        throw new Error('rejected');
    }, { delay: 10, priority: 'background' });
    scheduler.postTask(() => console.log('first'), { priority: 'user-blocking' });
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => { console.log(`received ${data.get('a')}`); port1.close() };
    port2.postMessage(structuredClone(new Map([['a', 7]])));
    AbortSignal.timeout(5).onabort = () => console.log('aborted');
    queueMicrotask(() => console.log('microtask'));
";

const PRINTED: &str = "microtask\nfirst\nreceived 7\naborted\nGrüße 10\ncG9zdGVk\nuncaught Error: rejected";

#[test]
fn the_order_of_extensions_does_not_matter() {
    let own = |log: &Log| {
        let errors = ErrorSinkExtension(Rc::new(log.clone()));
        (Area::Scheduler, Area::Messaging, Area::Performance, Area::StructuredClone, Area::Timers, errors)
    };
    let theirs = |log: &Log| (ConsoleExtension(log.clone()), EncodingExtension, Base64Extension);
    for own_is_first in [true, false] {
        let mut host = Host::new();
        let (own, theirs) = (own(&host.log), theirs(&host.log));
        if own_is_first {
            host.register((own, theirs));
        } else {
            host.register((theirs, own));
        }
        assert_eq!(host.run(PROGRAM), PRINTED, "own is first: {own_is_first}");
    }
}

/// The default extensions of `boa_runtime` have timers, microtasks and a structured clone of their own.
#[test]
fn what_comes_later_replaces_what_has_the_same_name() {
    let program = "
        setTimeout(() => console.log(performance.now()), '5');
        try { structuredClone(new MessageChannel().port1); console.log('cloned') }
        catch (error) { console.log(error.name) }";
    let own = (Area::Timers, Area::Messaging, Area::Performance, Area::StructuredClone);
    let mut host = Host::new();
    let console = ConsoleExtension(host.log.clone());
    boa_runtime::register((console, own), None, &mut host.context).unwrap();
    assert_eq!(host.run(program), "DataCloneError\n5");
    // The functions of both know their own timers, so they come from one of them.
    let mut host = Host::new();
    let console = extensions::ConsoleExtension(Rc::new(host.log.clone()));
    host.register((own, MicrotaskExtension, TimeoutExtension, StructuredCloneExtension, console));
    let printed = host.run(program);
    assert!(printed.starts_with("posttask: ") && !printed.contains("DataCloneError"), "{printed}");
    assert!(printed.ends_with("posttask: 5"), "{printed}");
    let count = "const id = setInterval(() => console.log('once') ?? clearInterval(id), 1);
                 clearTimeout(setTimeout(() => console.log('never')))";
    assert_eq!(host.run(count), "posttask: once");
}

#[test]
fn another_realm_gets_its_own() {
    let mut host = Host::new();
    let realm = host.context.create_realm().unwrap();
    let log = host.log.clone();
    register_extensions((Area::Url, Area::Timers), Some(realm.clone()), &mut host.context).unwrap();
    let console = extensions::ConsoleExtension(Rc::new(log.clone()));
    register_extensions(console, Some(realm.clone()), &mut host.context).unwrap();
    let program = "setTimeout(() => console.log(new URL('a', 'https://example.com/b').href))";
    in_realm(&realm, &mut host.context, |context| context.eval(Source::from_bytes(program))).unwrap();
    assert_eq!(host.run("globalThis.both = typeof URL + typeof setTimeout"), "posttask: https://example.com/a");
    let names = host.context.eval(Source::from_bytes("both")).unwrap();
    assert_eq!(names.as_string(), Some("undefinedundefined".into()));
}

#[test]
fn an_extension_says_what_is_missing() {
    let error = register_extensions(Area::Scheduler, None, &mut Context::default()).unwrap_err().to_string();
    assert!(error.contains("ContextBuilder::job_executor"), "{error}");
    register_extensions((Area::Url, Area::Encoding), None, &mut Context::default()).unwrap();
}

#[test]
fn timers_of_boa_runtime_are_replaced_whatever_comes_first() {
    let types = "[typeof reportError, typeof setTimeout, typeof queueMicrotask].join()";
    for own_is_last in [true, false] {
        let mut host = Host::new();
        let (theirs, own) = ((TimeoutExtension, MicrotaskExtension), Area::Timers);
        if own_is_last {
            host.register((theirs, own));
        } else {
            host.register((own, theirs));
        }
        let seen = host.context.eval(Source::from_bytes(types)).unwrap();
        assert_eq!(seen.as_string(), Some("function,function,function".into()), "own is last: {own_is_last}");
    }
}

/// `boa_runtime`'s own is only there with its feature `fetch`. It is a class of this name, like the one here.
#[test]
fn a_signal_of_another_library_is_named() {
    let mut host = Host::new();
    let errors = ErrorSinkExtension(Rc::new(host.log.clone()));
    let console = extensions::ConsoleExtension(Rc::new(host.log.clone()));
    host.register((Area::Scheduler, errors, console));
    let program = "
        { class AbortSignal { aborted = false }; globalThis.AbortSignal = AbortSignal }
        globalThis.AbortController = class { signal = new AbortSignal() };
        const { signal } = new AbortController();
        scheduler.postTask(() => console.log('ran'), { signal }).catch(error => console.log(error.message));
        new EventTarget().addEventListener('x', () => {}, { signal: {} });";
    let error = host.context.eval(Source::from_bytes(program)).unwrap_err().to_string();
    assert!(error.contains("signal is not an AbortSignal"), "{error}");
    let replaced = "which has replaced that of posttask: install posttask's later";
    let expected = format!("posttask: Scheduler.postTask: signal is an AbortSignal of another library, {replaced}");
    assert_eq!(host.run("0"), expected);
    // Installed later, that of posttask is the one that counts.
    let mut host = Host::new();
    host.context.eval(Source::from_bytes("globalThis.AbortController = class { signal = {} }")).unwrap();
    host.register((Area::Scheduler, extensions::ConsoleExtension(Rc::new(host.log.clone()))));
    let aborting = "
        const controller = new AbortController();
        scheduler.postTask(() => console.log('ran'), { signal: controller.signal }).catch(e => console.log(e.name));
        controller.abort()";
    assert_eq!(host.run(aborting), "posttask: AbortError");
}
