//! Turns of the event loop: what runs, with all its microtasks.

use std::rc::Rc;
use std::time::Duration;

use posttask::event_loop::{Ending, Timestamp, WorkId};
use posttask::scheduling::{EffectivePriority, TaskPriority};

use super::known_work::KnownWork;
use super::point::Point;

/// What runs in a turn.
#[derive(Clone, Debug)]
pub(super) enum Runner {
    Work(Box<KnownWork>),
    /// A script, or the main module. The code of a module itself runs in microtasks.
    Program {
        name: Rc<str>,
        is_module: bool,
    },
    /// Microtasks that follow nothing else, such as those of a module that has been loaded.
    Microtasks,
    /// Work of the host, or work that was scheduled before the first record.
    Unknown,
}

/// A turn of the event loop, or the evaluation of a script or module.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The number of the work; `None` for a program.
    pub(super) work: Option<WorkId>,
    pub(super) runner: Runner,
    /// The priority of the work when it started.
    pub(super) priority: Option<TaskPriority>,
    /// The effective priority of the work when it started. `None` for an idle callback in its idle period.
    pub(super) level: Option<EffectivePriority>,
    /// Before it itself is counted.
    pub(super) started: Point,
    /// The end of the work, or of its last microtasks.
    pub(super) ended: Timestamp,
    /// How the work ended.
    pub(super) how: Option<Ending>,
    /// The number of its microtasks.
    pub(super) microtasks: u64,
    /// The time that they took.
    pub(super) in_microtasks: Duration,
}

impl Turn {
    /// Creates a turn that has just started.
    pub(super) fn new(work: Option<WorkId>, runner: Runner, started: Point) -> Self {
        let (ended, in_microtasks, priority, level) = (started.at, Duration::ZERO, None, None);
        Self { work, runner, priority, level, started, ended, how: None, microtasks: 0, in_microtasks }
    }

    /// The work, if anything is known about it.
    pub(super) fn known_work(&self) -> Option<&KnownWork> {
        match &self.runner {
            Runner::Work(work) => Some(work),
            _ => None,
        }
    }

    /// How long it took, with all its microtasks.
    pub(super) fn duration(&self) -> Duration {
        self.ended.duration_since(self.started.at)
    }
}

/// The current turn.
#[derive(Debug, Default)]
pub(super) struct Turns {
    current: Option<Turn>,
    checkpoint_started: Option<Timestamp>,
}

impl Turns {
    /// The turn that runs, or that has ended while its last microtasks have not.
    pub(super) fn current(&self) -> Option<&Turn> {
        self.current.as_ref()
    }

    /// Whether something runs. What starts now is part of it: source text that a timer evaluates, for example.
    pub(super) fn is_running(&self) -> bool {
        self.current.as_ref().is_some_and(|turn| turn.how.is_none())
    }

    /// Something starts. Returns the previous turn, which is over.
    pub(super) fn start(&mut self, turn: Turn) -> Option<Turn> {
        self.current.replace(turn)
    }

    /// Work has ended. Its turn goes on until the microtasks after it have run.
    pub(super) fn end_work(&mut self, work: WorkId, how: Ending, at: Timestamp) {
        if let Some(turn) = self.current.as_mut().filter(|turn| turn.work == Some(work)) {
            (turn.ended, turn.how) = (at, Some(how));
        }
    }

    /// A microtask checkpoint starts.
    pub(super) fn start_checkpoint(&mut self, now: Point) {
        self.checkpoint_started = Some(now.at);
        let follows_nothing = || Turn { how: Some(Ending::Returned), ..Turn::new(None, Runner::Microtasks, now) };
        self.current.get_or_insert_with(follows_nothing);
    }

    /// A microtask checkpoint has ended. Returns the turn, if it is over.
    pub(super) fn end_checkpoint(&mut self, microtasks: usize, at: Timestamp) -> Option<Turn> {
        let started = self.checkpoint_started.take()?;
        let turn = self.current.as_mut()?;
        turn.microtasks += u64::try_from(microtasks).unwrap_or_default();
        turn.in_microtasks += at.duration_since(started);
        turn.ended = at;
        turn.how.and_then(|_| self.current.take())
    }

    /// A program has ended, and so have its microtasks. Returns its turn, unless it is part of another one.
    pub(super) fn end_program(&mut self, at: Timestamp) -> Option<Turn> {
        let turn = self.current.as_mut().filter(|turn| matches!(turn.runner, Runner::Program { .. }))?;
        turn.ended = at;
        self.current.take()
    }

    /// The loop goes on, or ends. Returns the turn that is over, if there were no microtasks after it.
    pub(super) fn end(&mut self) -> Option<Turn> {
        self.current.take()
    }
}
