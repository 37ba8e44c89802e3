//! A host of plugins with an event loop each. Every plugin may run the same number of tasks per round, and has limits.
//! One that does not end is stopped between its tasks; a loop or microtasks without an end are ended by a limit.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::rc::Rc;

use posttask::event_loop::{Budget, Deadline, Limits, Outcome};
use posttask::{ConsoleOutput, Error, Runtime};

/// The output of a plugin, with its name.
struct Named(&'static str);

impl ConsoleOutput for Named {
    fn out(&self, line: &str) {
        println!("[{}] {line}", self.0);
    }

    fn err(&self, line: &str) {
        println!("[{}] error: {line}", self.0);
    }
}

struct Plugin {
    name: &'static str,
    runtime: Runtime,
    rounds: usize,
}

/// A plugin must have ended after this many rounds.
const MOST_ROUNDS: usize = 6;

fn load(name: &'static str, source: &str) -> Result<Plugin, Error> {
    let limits = Limits::none().tasks(100).timers(10).console_bytes(1000).microtasks(10_000).loop_iterations(100_000);
    let mut runtime = Runtime::builder().virtual_time().limits(limits).console(Rc::new(Named(name))).build()?;
    if let Err(error) = runtime.run_script(source) {
        println!("[{name}] does not load: {error}");
    }
    Ok(Plugin { name, runtime, rounds: 0 })
}

fn main() -> Result<(), Error> {
    let mut plugins = vec![
        load(
            "counter",
            "let n = 0; const count = () => { console.log(++n); if (n < 3) scheduler.postTask(count) }; count()",
        )?,
        load("endless", "const again = () => scheduler.postTask(again); again()")?,
        load("ticking", "setInterval(() => {}, 10)")?,
        load("greedy", "setTimeout(() => { for (;;) setTimeout(() => {}, 1) }, 5)")?,
        load("spinning", "scheduler.postTask(() => { try { for (;;); } finally { console.log('never') } })")?,
        load("waiting", "scheduler.postTask(async () => { for (;;) await 0 })")?,
        load("broken", "const = 1")?,
    ];
    while !plugins.is_empty() {
        plugins.retain_mut(|plugin| {
            // Fair: at most five tasks each, then the next plugin.
            let outcome = plugin.runtime.run_for(Budget::Tasks(5));
            plugin.rounds += 1;
            if outcome == Outcome::OutOfWork {
                return false;
            }
            if let (Outcome::LimitExceeded, Some(why)) = (outcome, plugin.runtime.event_loop().exceeded_limit()) {
                println!("[{}] ended: {why}", plugin.name);
                return false;
            }
            if let Deadline::At(next) = plugin.runtime.next_deadline() {
                // Nothing is ready: the virtual time of this plugin passes until its next timer is due.
                plugin.runtime.run_until(next);
            }
            if plugin.rounds == MOST_ROUNDS {
                println!("[{}] stopped after {MOST_ROUNDS} rounds", plugin.name);
            }
            plugin.rounds < MOST_ROUNDS
        });
    }
    println!("all plugins have ended");
    Ok(())
}
