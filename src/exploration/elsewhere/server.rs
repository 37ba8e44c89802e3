//! A server: loads the program, and forks at its first decision.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::forks::Forks;
use super::messages::{Answer, Loaded, Picking, Progress, Reply, Request};
use super::trail::{Trail, Unsent};
use crate::Error;
use crate::engine::RandomSeed;
use crate::exploration::chooser::Chooser;
use crate::exploration::connection::{Begin, Begun, Journal};
use crate::exploration::explorer::Explorer;
use crate::exploration::schedule::Deviation;
use crate::exploration::strategy::Strategy;
use crate::exploration::wire::{decode, encode};

impl Explorer<'_> {
    /// Runs the program up to its first decision, and then serves orders to another process, in which the same program
    /// is explored. Returns if the program has ended without a decision. The stack of the thread must have the size
    /// [`LARGE_STACK`](crate::runtime::LARGE_STACK).
    ///
    /// # Errors
    ///
    /// As [`Self::explore`].
    #[doc(hidden)]
    pub fn serve(&self, forks: &Rc<dyn Forks>) -> Result<(), Error> {
        let unsent = Unsent::default();
        let has_forked = Rc::new(Cell::new(false));
        let begin = {
            let (forks, unsent, has_forked) = (Rc::clone(forks), Rc::clone(&unsent), Rc::clone(&has_forked));
            move |seed: Option<&RandomSeed>| {
                let has_drawn = seed.is_some_and(RandomSeed::has_drawn);
                let request = forks.serve(&encode(&Loaded { has_drawn }));
                has_forked.set(true);
                begin(&request, seed, &forks, &unsent)
            }
        };
        let run = self.run_later(Box::new(begin) as Begin<Box<dyn Strategy>>)?;
        if !has_forked.get() {
            return Ok(());
        }
        forks.send(&encode(&Reply::Ran(Box::new(Answer::new(run, unsent.take())))));
        forks.end(true);
    }
}

/// Starts the order that a request asks for, in the process that was forked for it.
fn begin(
    request: &[u8],
    seed: Option<&RandomSeed>,
    forks: &Rc<dyn Forks>,
    unsent: &Unsent,
) -> Begun<Box<dyn Strategy>> {
    let Some(Request { bounds, deviations, how, most_tasks, is_careful }) = decode(request) else { forks.end(false) };
    let strategy: Option<Box<dyn Strategy>> = match how {
        Picking::Nothing => None,
        Picking::Strategy(strategy) => Some(strategy.build()),
        Picking::Trail(path) => Some(Box::new(Trail::new(path, Rc::clone(unsent), Rc::clone(forks)))),
    };
    let other_seed = deviations.iter().find_map(|deviation| match deviation {
        Deviation::Seed(seed) => Some(*seed),
        _ => None,
    });
    if let (Some(random), Some(other)) = (seed, other_seed) {
        random.replace(other);
    }
    let journal = is_careful.then(|| journal(Rc::clone(forks)));
    Begun { chooser: Chooser::new(bounds, &deviations, strategy).most_tasks(most_tasks), journal }
}

/// Sends what has happened at each decision.
fn journal(forks: Rc<dyn Forks>) -> Journal<Box<dyn Strategy>> {
    let (ran, applied) = (Cell::new(0), RefCell::new(Vec::new()));
    Box::new(move |chooser, tracker, next| {
        let new = tracker.ran_since(ran.get());
        ran.set(ran.get() + new.len());
        let now = chooser.applied(tracker);
        let has_changed = *applied.borrow() != now;
        let progress = Progress { ran: new, next, applied: has_changed.then(|| now.clone()) };
        applied.replace(now);
        forks.send(&encode(&Reply::Progress(progress)));
    })
}
