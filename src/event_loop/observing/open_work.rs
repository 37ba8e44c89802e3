//! What observers see of work that is suspended: it ends when it is suspended, and the rest is another piece of work.

use std::cell::RefCell;

use super::event::Event;
use crate::event_loop::work::{Ending, WorkId};

/// What has started and not ended, innermost last, of an agent that can be suspended.
#[derive(Default)]
pub(crate) struct OpenWork(RefCell<Vec<Open>>);

#[derive(Clone, Copy)]
struct Open {
    what: Opened,
    /// The work that observers see instead; `None` if they see that nothing is open.
    seen: Option<WorkId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opened {
    Work(WorkId),
    Checkpoint(WorkId),
    Evaluation,
}

impl OpenWork {
    /// The event, as observers see it. `None` if they do not.
    pub(crate) fn as_seen(&self, event: Event) -> Option<Event> {
        Some(match event {
            Event::Started { work } => {
                self.open(Opened::Work(work), Some(work));
                event
            }
            Event::CheckpointStarted { work, within } => {
                let within = within.map(|within| self.seen_as(within));
                self.open(Opened::Checkpoint(work), Some(work));
                Event::CheckpointStarted { work, within }
            }
            Event::EvaluationStarted { .. } => {
                self.open(Opened::Evaluation, Some(WorkId::new(0)));
                event
            }
            Event::Ended { work, how } => Event::Ended { work: self.close(Opened::Work(work), work)?, how },
            Event::CheckpointEnded { work, microtasks, ticks } => {
                Event::CheckpointEnded { work: self.close(Opened::Checkpoint(work), work)?, microtasks, ticks }
            }
            Event::EvaluationEnded => {
                self.close(Opened::Evaluation, WorkId::new(0))?;
                event
            }
            other => other,
        })
    }

    fn open(&self, what: Opened, seen: Option<WorkId>) {
        self.0.borrow_mut().push(Open { what, seen });
    }

    /// Returns what observers see instead of `work`.
    fn close(&self, what: Opened, work: WorkId) -> Option<WorkId> {
        let mut open = self.0.borrow_mut();
        match open.iter().rposition(|open| open.what == what) {
            Some(index) => open.remove(index).seen,
            // Work can end without having started.
            None => Some(work),
        }
    }

    /// What observers see instead of work that is open.
    pub(crate) fn seen_as(&self, work: WorkId) -> WorkId {
        let open = self.0.borrow();
        let is_it = |open: &&Open| open.what == Opened::Work(work) || open.what == Opened::Checkpoint(work);
        match open.iter().find(is_it).map(|open| open.seen) {
            None => work,
            Some(Some(seen)) => seen,
            Some(None) => open.iter().find_map(|open| open.seen).unwrap_or(work),
        }
    }

    /// Everything that is open is suspended. Returns what observers see.
    pub(crate) fn suspend(&self) -> Vec<Event> {
        let mut open = self.0.borrow_mut();
        let ended = |open: &mut Open| {
            let work = open.seen.take()?;
            Some(match open.what {
                Opened::Work(_) => Event::Ended { work, how: Ending::Returned },
                // The rest counts them.
                Opened::Checkpoint(_) => Event::CheckpointEnded { work, microtasks: 0, ticks: 0 },
                Opened::Evaluation => Event::EvaluationEnded,
            })
        };
        open.iter_mut().rev().filter_map(ended).collect()
    }

    /// Everything that is open goes on, as this work. If it is a checkpoint, observers see another one. Returns what
    /// they see.
    pub(crate) fn resume(&self, work: WorkId, checkpoint: impl FnOnce() -> WorkId) -> Vec<Event> {
        let mut open = self.0.borrow_mut();
        let mut seen = vec![Event::Started { work }];
        let outermost = open.first_mut().filter(|outermost| matches!(outermost.what, Opened::Work(_)));
        let within = outermost.map(|outermost| outermost.seen.insert(work)).copied();
        if within.is_none() {
            seen.push(Event::Ended { work, how: Ending::Returned });
        }
        if let Some(inner) = open.iter_mut().find(|open| matches!(open.what, Opened::Checkpoint(_))) {
            let checkpoint = *inner.seen.insert(checkpoint());
            seen.push(Event::CheckpointStarted { work: checkpoint, within });
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::{Ending, Event, OpenWork, WorkId};

    const fn work(number: u64) -> WorkId {
        WorkId::new(number)
    }

    fn started(number: u64) -> Event {
        Event::Started { work: work(number) }
    }

    fn ended(number: u64) -> Event {
        Event::Ended { work: work(number), how: Ending::Returned }
    }

    fn checkpoint(number: u64, within: u64) -> Event {
        Event::CheckpointStarted { work: work(number), within: Some(work(within)) }
    }

    fn checkpoint_ended(number: u64, microtasks: usize) -> Event {
        Event::CheckpointEnded { work: work(number), microtasks, ticks: 0 }
    }

    #[test]
    fn the_rest_of_a_task_is_other_work() {
        let open = OpenWork::default();
        assert_eq!(open.as_seen(started(1)), Some(started(1)));
        assert_eq!(open.as_seen(checkpoint(2, 1)), Some(checkpoint(2, 1)));
        assert_eq!(open.suspend(), [checkpoint_ended(2, 0), ended(1)]);
        assert_eq!(open.resume(work(3), || work(4)), [started(3), checkpoint(4, 3)]);
        assert_eq!((open.seen_as(work(1)), open.seen_as(work(2))), (work(3), work(4)));
        assert_eq!(open.suspend(), [checkpoint_ended(4, 0), ended(3)]);
        assert_eq!(open.resume(work(5), || work(6)), [started(5), checkpoint(6, 5)]);
        assert_eq!(open.as_seen(checkpoint_ended(2, 7)), Some(checkpoint_ended(6, 7)));
        assert_eq!(open.as_seen(checkpoint(8, 1)), Some(checkpoint(8, 5)));
        assert_eq!(open.as_seen(checkpoint_ended(8, 1)), Some(checkpoint_ended(8, 1)));
        assert_eq!(open.as_seen(ended(1)), Some(ended(5)));
    }

    #[test]
    fn a_checkpoint_can_be_outside_of_any_work() {
        let (open, start) =
            (OpenWork::default(), |number| Event::CheckpointStarted { work: work(number), within: None });
        open.as_seen(start(1));
        assert_eq!(open.suspend(), [checkpoint_ended(1, 0)]);
        assert_eq!(open.resume(work(2), || work(3)), [started(2), ended(2), start(3)]);
        assert_eq!(open.as_seen(checkpoint_ended(1, 4)), Some(checkpoint_ended(3, 4)));
    }

    #[test]
    fn an_agent_that_is_terminated_does_not_go_on() {
        let open = OpenWork::default();
        open.as_seen(started(1));
        open.as_seen(Event::EvaluationStarted { name: "w.js".into(), is_module: false });
        assert_eq!(open.suspend(), [Event::EvaluationEnded, ended(1)]);
        assert_eq!(open.as_seen(Event::EvaluationEnded), None);
        assert_eq!(open.as_seen(ended(1)), None);
        assert_eq!(open.as_seen(ended(9)), Some(ended(9)), "work that has never started");
    }
}
