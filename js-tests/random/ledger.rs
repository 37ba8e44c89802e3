//! What happened to each piece of work, as an observer sees it.

use std::cell::RefCell;

use posttask::event_loop::{Event, Observer, Subject, Timestamp, Work, WorkId, WorkKind};
use rustc_hash::FxHashMap;

/// How far a piece of work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Scheduled,
    Running,
    Ended,
}

/// Follows each piece of work from its request to its end.
#[derive(Default)]
pub(crate) struct Ledger {
    works: RefCell<FxHashMap<WorkId, (Work, Stage)>>,
    problems: RefCell<Vec<String>>,
}

impl Ledger {
    /// What was wrong so far, and the work that has not ended although the loop has nothing to do.
    pub(crate) fn verdict(&self) -> Vec<String> {
        let mut problems = self.problems.borrow().clone();
        for (work, stage) in self.works.borrow().values() {
            // A timer of a signal that nobody observes does not keep the loop alive.
            if *stage != Stage::Ended && work.kind != WorkKind::AbortTimeout {
                problems.push(format!("{} {} is still {stage:?}", work.kind.as_str(), work.id));
            }
        }
        problems
    }

    fn advance(&self, id: WorkId, next: Stage) {
        let mut works = self.works.borrow_mut();
        let Some((work, stage)) = works.get_mut(&id) else { return };
        let kind = work.kind;
        let is_expected = match next {
            Stage::Scheduled => false,
            // Each repetition of an interval starts and ends.
            Stage::Running => *stage == Stage::Scheduled || (*stage == Stage::Ended && kind == WorkKind::Interval),
            Stage::Ended => *stage != Stage::Ended || kind == WorkKind::Interval,
        };
        if !is_expected {
            self.problems.borrow_mut().push(format!("{} {id} was {stage:?} and is now {next:?}", kind.as_str()));
        }
        *stage = next;
    }
}

impl Observer for Ledger {
    fn observe(&self, _: Timestamp, event: &Event, _: &Subject<'_>) {
        match event {
            Event::Scheduled(it) => {
                let known = self.works.borrow_mut().insert(it.work, (it.work(), Stage::Scheduled));
                self.problems.borrow_mut().extend(known.map(|(work, _)| format!("{} was scheduled twice", work.id)));
            }
            Event::Started { work } => self.advance(*work, Stage::Running),
            Event::Ended { work, .. } => self.advance(*work, Stage::Ended),
            _ => {}
        }
    }
}
