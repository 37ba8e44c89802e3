//! *Timer overdue*: a timer's callback ran long after it was due, because other work ran.
//!
//! Divide the work that kept it out, or do not expect the timer to be on time.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use super::Detector;
use super::knowledge::{Knowledge, Running, describe, ms, others, place_of};
use super::options::Threshold;
use super::warning::Findings;
use crate::event_loop::{Timestamp, WorkId, WorkKind};
use crate::scheduling::TaskPriority;
use crate::trace::record::{Happening, Record, ScheduledWork};

/// The number of tasks that are remembered.
const REMEMBERED: usize = 256;

/// A task that has run.
struct Ran {
    work: Rc<ScheduledWork>,
    priority: Option<TaskPriority>,
    ended: Timestamp,
    took: Duration,
}

pub(super) struct TimerOverdue {
    threshold: Duration,
    ran: VecDeque<Ran>,
}

impl TimerOverdue {
    pub(super) fn new(threshold: Threshold) -> Self {
        Self { threshold: threshold.time(), ran: VecDeque::new() }
    }

    fn remember(&mut self, task: &Running) {
        let Some(ended) = task.ended else { return };
        if self.ran.len() == REMEMBERED {
            self.ran.pop_front();
        }
        let (work, took) = (Rc::clone(&task.work), ended.duration_since(task.started));
        self.ran.push_back(Ran { work, priority: task.priority, ended, took });
    }

    fn look(&self, now: Timestamp, id: WorkId, known: &Knowledge, findings: &mut Findings) {
        let Some(timer) = known.get(id) else { return };
        let is_timer = matches!(timer.work.kind, WorkKind::Timeout | WorkKind::Interval);
        let Some(due) = timer.due.filter(|_| is_timer) else { return };
        let late = now.duration_since(due);
        if late <= self.threshold {
            return;
        }
        let before: Vec<_> = self.ran.iter().filter(|ran| ran.ended > due).collect();
        let Some(longest) = before.iter().max_by_key(|ran| ran.took) else { return };
        findings.add("timer-overdue", &place_of(&timer.work), || {
            let (what, who) = (describe(&timer.work, None), describe(&longest.work, longest.priority));
            let more = before.len() as u64 - 1;
            let rest = if more == 0 { String::new() } else { format!(", and {} ran", others(more)) };
            format!("{what} ran {} after it was due: {who} took {}{rest}", ms(late), ms(longest.took))
        });
    }
}

impl Detector for TimerOverdue {
    fn receive(&mut self, record: &Record, known: &Knowledge, findings: &mut Findings) {
        if let Some(task) = known.ended_task() {
            self.remember(task);
        }
        if let Happening::Started { work } = record.what {
            self.look(record.at, work, known, findings);
        }
    }
}
