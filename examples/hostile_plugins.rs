//! Eight plugins that never end, or want too much. Each is ended by a limit that the host can name, or by an
//! exception, and its runtime goes on: after each of them, it answers a call.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::rc::Rc;
use std::time::Duration;

use posttask::event_loop::Limits;
use posttask::{Error, ErrorSink, Runtime, Uncaught};

const LIMITS: Limits = Limits::none()
    .loop_iterations(100_000)
    .microtasks(1_000)
    .calls(500)
    .tasks(100)
    .timers(100)
    .messages(100)
    .call_time(Duration::from_millis(500));

const PLUGINS: [(&str, &str); 8] = [
    ("a loop", "for (;;);"),
    ("a loop that catches", "(function f() { try { for (;;); } catch { f() } finally { f() } })()"),
    ("promises without an end", "(async () => { for (;;) await 0 })()"),
    ("recursion", "(function f() { return f() + 1 })()"),
    ("many tasks", "Promise.all(Array.from({ length: 1_000 }, () => scheduler.postTask(() => {})))"),
    ("many timers", "for (let i = 0; i < 1_000; i++) setTimeout(() => {}, 1_000)"),
    ("many messages", "const { port1, port2 } = new MessageChannel(); for (;;) port1.postMessage(port2.onmessage)"),
    ("an answer that never comes", "new Promise(() => setInterval(() => {}, 100))"),
];

/// The host learns of errors from the calls that it makes.
struct Ignored;

impl ErrorSink for Ignored {
    fn uncaught(&self, _: &Uncaught) {}
}

fn main() -> Result<(), Error> {
    for (name, source) in PLUGINS {
        let mut runtime = Runtime::builder().limits(LIMITS).error_sink(Rc::new(Ignored)).build()?;
        runtime.run_script("function answer() { return 6 * 7 }")?;
        match runtime.eval_async(source) {
            Err(Error::LimitExceeded(exceeded)) => println!("{name}: ended, {}", exceeded.limit),
            Err(Error::JavaScript(exception)) => println!("{name}: {}", exception.message()),
            other => println!("{name}: not ended: {other:?}"),
        }
        let answer = runtime.global("answer")?;
        println!("    and its runtime answers {}", runtime.call(&answer, &[])?.display());
    }
    Ok(())
}
