//! The places of ticks and immediates in the loop, as Node 20 has them.

use std::collections::BTreeSet;
use std::path::Path;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction};

use super::{Immediate, Timeout, clear_immediate, clear_timeout, next_tick, set_immediate, set_timeout};
use crate::event_loop::{Outcome, Quirks};
use crate::exploration::{Explorer, Level};
use crate::profiles::Profile;
use crate::runtime::{Runtime, SourceKind};
use crate::web::webidl::{Interface, callback_function};

fn callback(arguments: &[JsValue]) -> JsResult<(JsObject, Vec<JsValue>)> {
    let callback = callback_function(arguments.get_or_undefined(0), "callback")?;
    Ok((callback, arguments.get(1..).unwrap_or_default().to_vec()))
}

fn define(context: &mut Context) -> JsResult<()> {
    Immediate::register(context)?;
    Timeout::register(context)?;
    let mut define =
        |name, steps| context.register_global_callable(JsString::from(name), 1, NativeFunction::from_fn_ptr(steps));
    define("nextTick", |_, arguments, context| {
        let (callback, arguments) = callback(arguments)?;
        next_tick(callback, arguments, context).map(|()| JsValue::undefined())
    })?;
    define("setImmediate", |_, arguments, context| {
        let (callback, arguments) = callback(arguments)?;
        set_immediate(callback, arguments, context).map(JsValue::from)
    })?;
    define("setNodeTimeout", |_, arguments, context| {
        let (callback, arguments) = callback(arguments)?;
        let rest = arguments.get(2..).unwrap_or_default().to_vec();
        let repeats = arguments.get_or_undefined(1).to_boolean();
        set_timeout(callback, arguments.get_or_undefined(0), rest, repeats, context).map(JsValue::from)
    })?;
    define("clearNodeTimeout", |_, arguments, context| {
        clear_timeout(arguments.get_or_undefined(0), context).map(JsValue::from)
    })?;
    define("clearImmediate", |_, arguments, context| {
        clear_immediate(arguments.get_or_undefined(0), context).map(|()| JsValue::undefined())
    })
}

fn runtime() -> Runtime {
    Runtime::builder().virtual_time().extension(define).build().unwrap()
}

/// Runs a program, and returns what it has logged.
fn order(source: &str) -> String {
    let mut runtime = runtime();
    let prelude = "globalThis.order = []; globalThis.log = label => order.push(label);
                   addEventListener('error', event => { event.preventDefault(); log(event.error.message); });";
    runtime.run_script(prelude).unwrap();
    runtime.run_script(source).unwrap();
    assert_eq!(runtime.run(), Outcome::OutOfWork);
    let order = runtime.run_script("order.join()").unwrap();
    order.as_string().unwrap().to_std_string_escaped()
}

#[test]
fn ticks_run_before_microtasks() {
    assert_eq!(
        order("Promise.resolve().then(() => log('job')); nextTick(log, 'tick'); log('script')"),
        "script,tick,job"
    );
    assert_eq!(
        order("nextTick(() => { log('a'); nextTick(log, 'c'); }); nextTick(log, 'b'); queueMicrotask(() => log('d'))"),
        "a,b,c,d"
    );
}

#[test]
fn ticks_of_microtasks_run_when_there_are_no_more() {
    let program = "queueMicrotask(() => { nextTick(log, 'tick'); queueMicrotask(() => log('second')); log('first') });
                   queueMicrotask(() => log('other'));";
    assert_eq!(order(program), "first,other,second,tick");
    let program = "queueMicrotask(() => nextTick(() => { queueMicrotask(() => log('job')); nextTick(log, 'tick') }))";
    assert_eq!(order(program), "tick,job");
}

#[test]
fn an_error_in_a_tick_or_an_immediate_does_not_stop_the_others() {
    let throws = "() => { throw new Error('thrown') }";
    assert_eq!(order(&format!("nextTick({throws}); nextTick(log, 'next')")), "thrown,next");
    assert_eq!(order(&format!("setImmediate({throws}); setImmediate(log, 'next')")), "thrown,next");
}

#[test]
fn immediates_run_after_what_was_ready_before_them() {
    let program = "setTimeout(() => log('timer'));
                   setImmediate(() => { log('first'); setImmediate(log, 'third'); nextTick(log, 'tick') });
                   setImmediate(log, 'second');";
    assert_eq!(order(program), "timer,first,tick,second,third");
}

#[test]
fn immediates_can_be_cleared_and_need_not_keep_the_program_alive() {
    let program = "const a = setImmediate(log, 'a'); setImmediate(log, 'b');
                   const c = setImmediate(log, 'c'); const d = setImmediate(() => { log('d'); clearImmediate(e) });
                   const e = setImmediate(log, 'e'); setImmediate(log, 'f');
                   clearImmediate(a); clearImmediate(c); clearImmediate(c); clearImmediate(1); clearImmediate();
                   log([a, d].map(immediate => immediate.hasRef()))";
    assert_eq!(order(program), "false,true,b,d,f");
    assert_eq!(order("setImmediate(log, 'a').unref()"), "");
    assert_eq!(order("setImmediate(log, 'a').unref().ref()"), "a");
    assert_eq!(order("const a = setImmediate(log, 'a').unref(); clearImmediate(a); setImmediate(log, 'b')"), "b");
    assert_eq!(
        order("setImmediate(function () { log(this === a) }); const a = setImmediate(function () { log(this === a) })"),
        "false,true"
    );
}

#[test]
fn waiting_ticks_and_immediates_are_counted() {
    let mut runtime = runtime();
    runtime.run_script("setImmediate(() => {})").unwrap();
    let pending = runtime.event_loop().pending();
    assert_eq!((pending.ticks, pending.ready.len(), pending.ready[0].first.kind.as_str()), (0, 1, "setImmediate"));
}

/// What a program prints in the orders that are allowed for a host, one text per outcome.
fn outcomes(source: &str, quirks: Quirks) -> Vec<String> {
    let start = |runtime: &mut Runtime| Ok(runtime.start_source(source, Path::new("app.js"), SourceKind::Script));
    let explorer = Explorer::new(start).configure(|builder| builder.extension(define)).orders(Level::Standard);
    let report = explorer.quirks(quirks).runs(100).explore().unwrap();
    assert_eq!((report.failures().count(), report.nondeterminism.is_some()), (0, false));
    let outputs: BTreeSet<String> = report.outcomes.iter().map(|it| it.outcome.console.replace('\n', " ")).collect();
    outputs.into_iter().collect()
}

const TIMER_AND_IMMEDIATE: &str =
    "setTimeout(() => console.log('timer')); setImmediate(() => console.log('immediate'));";

#[test]
fn a_timer_and_an_immediate_at_the_start_run_in_any_order() {
    for quirks in [Quirks::NONE, Profile::Node.quirks()] {
        assert_eq!(outcomes(TIMER_AND_IMMEDIATE, quirks), ["immediate timer ", "timer immediate "]);
    }
}

#[test]
fn after_a_message_an_immediate_of_node_runs_first() {
    let program = format!(
        "const {{ port1, port2 }} = new MessageChannel();
         port1.onmessage = () => {{ port1.close(); {TIMER_AND_IMMEDIATE} }};
         port2.postMessage(0);"
    );
    assert_eq!(outcomes(&program, Profile::Node.quirks()), ["immediate timer "]);
    assert_eq!(outcomes(&program, Quirks::NONE), ["immediate timer ", "timer immediate "]);
}

#[test]
fn the_phases_of_node_determine_the_order_of_what_is_ready() {
    let program = "const { port1, port2 } = new MessageChannel();
                   port1.onmessage = () => { port1.close(); console.log('message') };
                   port2.postMessage(0);
                   setImmediate(() => { console.log('first'); setImmediate(() => console.log('third')) });
                   setImmediate(() => console.log('second'));
                   nextTick(() => console.log('tick'));";
    assert_eq!(outcomes(program, Profile::Node.quirks()), ["tick message first second third "]);
    let any = outcomes(program, Quirks::NONE);
    assert!(any.len() == 4 && any.iter().all(|it| it.starts_with("tick ")), "{any:?}");
}

#[test]
fn a_timeout_can_start_again_until_it_is_stopped() {
    assert_eq!(
        order(
            "let n = 0;
             const timer = setNodeTimeout(function () { log(this === timer); if (++n < 3) this.refresh(); }, 5);
             setTimeout(() => { timer.close(); timer.refresh(); log('end'); }, 100);
             const other = setNodeTimeout(log, 1, false, 'cleared');
             clearTimeout(+other);
             log(clearNodeTimeout(setNodeTimeout(log, 1, false, 'stopped')), clearNodeTimeout({}));
             setNodeTimeout(log, 7, false, 'argument')[Symbol.dispose]();
             setNodeTimeout(log, 7, false, 'argument')"
        ),
        "true,true,argument,true,true,end"
    );
}

#[test]
fn only_referenced_timers_keep_the_program_alive() {
    assert_eq!(
        order(
            "const timer = setNodeTimeout(log, 10, false, 'not reached').unref();
             const interval = setNodeTimeout(() => { log('round'); }, 2, true).unref();
             setTimeout(() => log(timer.hasRef(), interval.hasRef()), 5)"
        ),
        "round,round,false"
    );
    assert_eq!(order("setNodeTimeout(log, 10, false, 'reached').unref().ref().refresh()"), "reached");
}
