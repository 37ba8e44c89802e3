//! A policy with state: tasks of other sources age while scheduler tasks run. When three scheduler tasks have passed
//! one over, it has its turn, and the sources take turns. The order among scheduler tasks is not a choice: the
//! specification determines it.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use posttask::event_loop::{Candidate, Candidates, DefaultPolicy, Policy, TaskSource};
use posttask::{Error, Runtime};

#[derive(Default)]
struct Aging {
    /// The number of scheduler tasks that ran while another task waited.
    passed_over: u32,
    /// The source that had the last turn.
    last: Option<TaskSource>,
}

const PATIENCE: u32 = 3;

impl Policy for Aging {
    fn choose<'a>(&mut self, candidates: &Candidates<'a>) -> Candidate<'a> {
        let plain: Vec<_> = candidates.all().into_iter().filter(|candidate| candidate.source().is_some()).collect();
        // Round robin: a source that did not have the last turn, or else the only one.
        let turn = plain.iter().find(|candidate| candidate.source() != self.last).or(plain.first());
        let chosen = match turn {
            Some(turn) if self.passed_over >= PATIENCE => *turn,
            _ => DefaultPolicy.choose(candidates),
        };
        if chosen.due().is_some() {
            // A timer only queues its task.
        } else if chosen.source().is_some() {
            (self.passed_over, self.last) = (0, chosen.source());
        } else if turn.is_some() {
            self.passed_over += 1;
        }
        chosen
    }

    fn explain(&self, chosen: &Candidate<'_>, candidates: &Candidates<'_>) -> String {
        match chosen.source() {
            Some(source) if self.passed_over >= PATIENCE => format!("the {} source has waited long", source.as_str()),
            _ => DefaultPolicy.explain(chosen, candidates),
        }
    }
}

fn order(builder: posttask::RuntimeBuilder) -> Result<String, Error> {
    let mut runtime = builder.virtual_time().build()?;
    runtime.run_script(
        "globalThis.order = [];
         const { port1, port2 } = new MessageChannel();
         port1.onmessage = () => order.push('message');
         port2.postMessage(0);
         for (let i = 1; i <= 10; i++) {
             scheduler.postTask(() => order.push(`blocking ${i}`), { priority: 'user-blocking' });
         }
         for (let i = 1; i <= 2; i++) setTimeout(() => order.push(`timeout ${i}`));",
    )?;
    runtime.run();
    let order = runtime.run_script("order.join(', ')")?;
    Ok(order.as_string().unwrap_or_default().to_std_string_lossy())
}

fn main() -> Result<(), Error> {
    println!("default: {}", order(Runtime::builder())?);
    println!("aging:   {}", order(Runtime::builder().policy(Aging::default()))?);
    Ok(())
}
