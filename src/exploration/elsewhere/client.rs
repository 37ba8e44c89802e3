//! Runs orders in a server.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::messages::{Loaded, Picking, Progress, Reply, Request};
use crate::exploration::active::AppliedDeviation;
use crate::exploration::outcome::{Ending, Outcome};
use crate::exploration::run::Run;
use crate::exploration::schedule::Deviation;
use crate::exploration::strategy::{Exhaustive, Fresh};
use crate::exploration::tracker::Ran;
use crate::exploration::wire::{decode, encode};
use crate::exploration::worker::{Received, Worker};
use crate::web::html::{Uncaught, UncaughtKind};

/// A server that waits for orders.
pub(super) struct Server {
    worker: Box<dyn Worker>,
    has_drawn: bool,
}

/// Why a server has not run an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotRun {
    /// There is no time left.
    Over,
    /// The server has ended, or does not do what it should.
    Lost,
}

impl Server {
    /// Waits until a server has loaded the program.
    pub(super) fn wait_for(mut worker: Box<dyn Worker>, is_over: &dyn Fn() -> bool) -> Result<Self, NotRun> {
        match worker.receive(is_over) {
            Received::Message(message) => {
                let Loaded { has_drawn } = decode(&message).ok_or(NotRun::Lost)?;
                Ok(Self { worker, has_drawn })
            }
            Received::Over => Err(NotRun::Over),
            Received::Died { .. } | Received::Lost => Err(NotRun::Lost),
        }
    }

    /// Whether it can run orders with these deviations: the seed of numbers that have been drawn cannot be changed.
    pub(super) fn can_follow(&self, deviations: &[Deviation]) -> bool {
        !self.has_drawn || !deviations.iter().any(|deviation| matches!(deviation, Deviation::Seed(_)))
    }

    /// Runs an order. If it is one of all orders, tells `exhaustive` what the run has passed.
    ///
    /// # Errors
    ///
    /// After an error, the server cannot be used any more.
    pub(super) fn run(
        &mut self,
        mut request: Request,
        mut exhaustive: Option<&mut Exhaustive>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Run, NotRun> {
        loop {
            self.worker.send(&encode(&request)).map_err(|_| NotRun::Lost)?;
            match self.attend(exhaustive.as_deref_mut(), is_over)? {
                Attended::Ran(run) => return Ok(*run),
                // The same order once more, to find out what its deviations were.
                Attended::Died(_) if !request.is_careful => {
                    request.is_careful = true;
                    if let Some(exhaustive) = &mut exhaustive {
                        exhaustive.start_again();
                    }
                }
                Attended::Died(died) => return Ok(run_of(*died, &request)),
            }
        }
    }

    /// Follows a run to its end.
    fn attend(
        &mut self,
        mut exhaustive: Option<&mut Exhaustive>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Attended, NotRun> {
        let mut is_known = false;
        let mut passes = |points: &[Fresh], exhaustive: &mut Option<&mut Exhaustive>| {
            if let Some(exhaustive) = exhaustive {
                is_known = is_known || points.iter().any(|fresh| exhaustive.passes(fresh));
            }
            is_known
        };
        let mut progress = Progress::default();
        loop {
            match self.worker.receive(is_over) {
                Received::Message(message) => match decode(&message).ok_or(NotRun::Lost)? {
                    Reply::Points(points) => {
                        let is_known = passes(&points, &mut exhaustive);
                        self.worker.send(&encode(&is_known)).map_err(|_| NotRun::Lost)?;
                    }
                    Reply::Progress(Progress { ran, next, applied }) => {
                        progress.ran.extend(ran);
                        progress.next = next;
                        progress.applied = applied.or(progress.applied);
                    }
                    Reply::Ran(answer) => {
                        let is_stopped = passes(&answer.rest.points, &mut exhaustive) || answer.is_stopped;
                        if let Some(exhaustive) = exhaustive.filter(|_| !is_stopped) {
                            exhaustive.has_walked(&answer.rest.walked);
                        }
                        return Ok(Attended::Ran(Box::new(Run { is_stopped, ..answer.into_run() })));
                    }
                },
                Received::Died { reason, is_limit } => {
                    let kind = if is_limit { UncaughtKind::LimitExceeded } else { UncaughtKind::Panic };
                    return Ok(Attended::Died(Box::new((Uncaught::new(kind, reason), progress))));
                }
                Received::Over => return Err(NotRun::Over),
                Received::Lost => return Err(NotRun::Lost),
            }
        }
    }
}

/// How a run ended.
enum Attended {
    Ran(Box<Run>),
    /// Its process has ended: why, and what happened before.
    Died(Box<(Uncaught, Progress)>),
}

/// The run of a process that has ended. What it printed is lost.
fn run_of((error, Progress { mut ran, next, applied }): (Uncaught, Progress), request: &Request) -> Run {
    ran.extend(next);
    let applied: Vec<AppliedDeviation> = applied.unwrap_or_default();
    let mut hasher = FxHasher::default();
    "killed".hash(&mut hasher);
    for Ran { work, .. } in &ran {
        work.name.hash(&mut hasher);
    }
    request.deviations.hash(&mut hasher);
    let outcome = Outcome { ending: Ending::Killed, errors: vec![error], console: String::new() };
    Run { outcome, applied, ran, order: hasher.finish(), is_stopped: false, ..Run::stopped() }
}

impl Picking {
    /// How a run that is one of all orders picks.
    pub(super) fn of(exhaustive: &Exhaustive) -> Self {
        Self::Trail(exhaustive.path().clone())
    }
}
