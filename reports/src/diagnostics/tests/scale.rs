//! Many records take little time each, and little memory.

use std::rc::Rc;

use posttask::event_loop::{Ending, Event, Scheduled, SignalId, Timestamp, WorkId, WorkKind};
use posttask::scheduling::TaskPriority;
use posttask::trace::{Record, Sink};

use super::{diagnostics, warnings};
use crate::diagnostics::{Diagnostics, WarnOptions};

/// Passes on records without an engine.
struct Loop {
    diagnostics: Diagnostics,
    next: u64,
}

impl Loop {
    fn new() -> Self {
        Self { diagnostics: Diagnostics::new(&WarnOptions::default()), next: 1 }
    }

    fn record(&mut self, event: Event) {
        let at = Timestamp::default();
        self.diagnostics.receive(&Record::new(at, event));
    }

    fn post(&mut self, priority: TaskPriority, signal: Option<u64>) -> WorkId {
        let work = WorkId::new(self.next);
        self.next += 1;
        let mut scheduled = Scheduled::new(work, WorkKind::Task);
        scheduled.priority = Some(priority);
        scheduled.signal = signal.map(SignalId::new);
        scheduled.priority_signal = scheduled.signal;
        self.record(Event::Scheduled(Rc::new(scheduled)));
        self.record(Event::Ready { work });
        work
    }

    fn run(&mut self, work: WorkId) {
        self.record(Event::Started { work });
        self.record(Event::Ended { work, how: Ending::Returned });
        let checkpoint = WorkId::new(self.next);
        self.next += 1;
        self.record(Event::CheckpointStarted { work: checkpoint, within: None });
        self.record(Event::JobCallbackCalled { task: work, within: Some(checkpoint) });
        self.record(Event::CheckpointEnded { work: checkpoint, microtasks: 1, ticks: 0 });
    }

    /// The number of pieces of work that are kept.
    fn kept(&self) -> usize {
        self.diagnostics.works.kept()
    }
}

#[test]
fn tasks_that_ran_are_forgotten() {
    let mut event_loop = Loop::new();
    for round in 0..100_000 {
        let work = event_loop.post(TaskPriority::ALL[round % 3], Some(round as u64));
        event_loop.run(work);
    }
    assert!(event_loop.kept() <= 3 << 12, "{}", event_loop.kept());
}

#[test]
fn a_hundred_thousand_tasks_wait_and_change_their_priority_often() {
    let mut event_loop = Loop::new();
    let signal = SignalId::new(1);
    let works: Vec<_> = (0..100_000).map(|_| event_loop.post(TaskPriority::UserVisible, Some(1))).collect();
    for round in 0..100_000 {
        let (previous, priority) = (TaskPriority::ALL[round % 3], TaskPriority::ALL[(round + 1) % 3]);
        event_loop.record(Event::PriorityChanged { signal, previous, priority });
    }
    for work in works {
        event_loop.run(work);
    }
    assert!(event_loop.kept() <= 1 << 12);
    // They ran in order.
    assert!(event_loop.diagnostics.warnings().is_empty(), "{:?}", event_loop.diagnostics);
}

#[test]
fn a_hundred_thousand_tasks_starve_and_are_aborted() {
    let mut event_loop = Loop::new();
    let works: Vec<_> = (0..100_000).map(|number| event_loop.post(TaskPriority::Background, Some(number))).collect();
    for _ in 0..2000 {
        let work = event_loop.post(TaskPriority::UserVisible, None);
        event_loop.run(work);
    }
    for (number, &work) in works.iter().enumerate() {
        event_loop.record(Event::SignalAborted { signal: SignalId::new(number as u64) });
        event_loop.record(Event::Ended { work, how: Ending::Aborted });
    }
    assert!(event_loop.kept() <= 1 << 12);
    let found = event_loop.diagnostics.warnings();
    assert_eq!(
        found.iter().map(|warning| (warning.id.as_str(), warning.count)).collect::<Vec<_>>(),
        [("starvation", 1)]
    );
}

#[test]
fn a_user_blocking_task_is_remembered_while_others_run() {
    let mut event_loop = Loop::new();
    let waiting = event_loop.post(TaskPriority::UserBlocking, None);
    event_loop.run(waiting);
    let awaited = event_loop.post(TaskPriority::Background, None);
    for _ in 0..20_000 {
        let other = event_loop.post(TaskPriority::UserVisible, None);
        event_loop.run(other);
    }
    event_loop.record(Event::Started { work: awaited });
    event_loop.record(Event::Ended { work: awaited, how: Ending::Returned });
    let checkpoint = WorkId::new(0);
    event_loop.record(Event::CheckpointStarted { work: checkpoint, within: None });
    event_loop.record(Event::JobCallbackCalled { task: waiting, within: Some(checkpoint) });
    event_loop.record(Event::CheckpointEnded { work: checkpoint, microtasks: 1, ticks: 0 });
    let found: Vec<_> = event_loop.diagnostics.warnings().iter().map(|warning| warning.id.as_str()).collect();
    assert_eq!(found, ["starvation", "priority-inversion"]);
}

#[test]
fn a_program_with_many_tasks_of_all_kinds_is_silent() {
    let program = "
        const controller = new TaskController();
        for (let i = 0; i < 2000; i++) scheduler.postTask(async () => {
            if (i % 100 === 0) controller.setPriority(['background', 'user-visible'][i / 100 % 2]);
            await null;
        }, { signal: controller.signal });";
    assert!(diagnostics(program, "all", 5000).warnings().is_empty());
    assert_eq!(warnings(program, "all"), [""; 0]);
}
