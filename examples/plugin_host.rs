//! A host of plugins with an event loop each. Every plugin gets the same number of tasks per round, and has limits. One
//! that misbehaves is stopped between its tasks.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::rc::Rc;

use posttask::event_loop::{Budget, Limits, Outcome};
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
    tasks: usize,
}

/// A plugin may run this many tasks in all.
const MOST_TASKS: usize = 30;

fn load(name: &'static str, source: &str) -> Result<Plugin, Error> {
    let limits = Limits::none().tasks(100).timers(10).console_bytes(1000);
    let mut runtime = Runtime::builder().virtual_time().limits(limits).console(Rc::new(Named(name))).build()?;
    if let Err(error) = runtime.run_script(source) {
        println!("[{name}] does not load: {error}");
    }
    Ok(Plugin { name, runtime, tasks: 0 })
}

fn main() -> Result<(), Error> {
    let mut plugins = vec![
        load(
            "counter",
            "let n = 0; const count = () => { console.log(++n); if (n < 3) scheduler.postTask(count) }; count()",
        )?,
        load("endless", "const again = () => scheduler.postTask(again); again()")?,
        load("greedy", "setTimeout(() => { for (;;) setTimeout(() => {}, 1) }, 5)")?,
        load("broken", "const = 1")?,
    ];
    while !plugins.is_empty() {
        plugins.retain_mut(|plugin| {
            // Fair: five tasks each, then the next plugin.
            let outcome = plugin.runtime.run_for(Budget::Tasks(5));
            plugin.tasks += if outcome == Outcome::BudgetSpent { 5 } else { 0 };
            if plugin.tasks >= MOST_TASKS {
                println!("[{}] stopped after {} tasks", plugin.name, plugin.tasks);
                return false;
            }
            if outcome == Outcome::Waiting {
                // Nothing else is ready: let the time of this plugin pass until its next timer.
                return plugin.runtime.run() != Outcome::OutOfWork;
            }
            outcome != Outcome::OutOfWork
        });
    }
    println!("all plugins have ended");
    Ok(())
}
