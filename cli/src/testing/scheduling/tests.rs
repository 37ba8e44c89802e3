//! Tests of histories and of the numbers that are computed from them.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use posttask::event_loop::{Ending, SignalId, Timestamp, Work, WorkId, WorkKind};
use posttask::scheduling::TaskPriority;
use posttask::scheduling::TaskPriority::{Background, UserBlocking, UserVisible};

use super::history::{History, Inversion};
use super::limits::Limits;
use super::spread::{Spread, Waits};

fn at(milliseconds: u64) -> Timestamp {
    Timestamp::since_origin(Duration::from_millis(milliseconds))
}

fn work(number: u64, kind: WorkKind, priority: Option<TaskPriority>) -> Work {
    let mut work = Work::new(WorkId::new(number), kind);
    work.priority = priority;
    work
}

fn task(number: u64, priority: TaskPriority) -> Work {
    work(number, WorkKind::Task, Some(priority))
}

fn timer(number: u64) -> Work {
    work(number, WorkKind::Timeout, None)
}

/// A history, and the time that passes in it.
#[derive(Default)]
struct Model {
    history: History,
    now: u64,
}

impl Model {
    fn queue(&mut self, work: Work) {
        self.queue_with(work, None);
    }

    fn queue_with(&mut self, work: Work, signal: Option<SignalId>) {
        self.history.scheduled(at(self.now), work, signal);
        self.history.ready(at(self.now), work.id);
    }

    /// Runs work for a millisecond.
    fn run(&mut self, number: u64) {
        self.run_as(number, Ending::Returned);
    }

    fn run_as(&mut self, number: u64, how: Ending) {
        self.history.started(at(self.now), WorkId::new(number));
        self.now += u64::from(how != Ending::Removed);
        self.history.ended(at(self.now), WorkId::new(number), how);
    }

    fn run_all(&mut self, numbers: &[u64]) {
        for number in numbers {
            self.run(*number);
        }
    }

    fn starved(&self, limits: Limits) -> Vec<u64> {
        self.history.starved(limits, at(self.now)).iter().map(|task| task.work.id.get()).collect()
    }

    /// The numbers of the work that waited and that ran.
    fn inversions(&self) -> Vec<(u64, u64)> {
        let number = |index: usize| self.history.tasks()[index].work.id.get();
        self.history.inversions().iter().map(|it| (number(it.waiting.0), number(it.ran.0))).collect()
    }
}

const fn tasks(tasks: f64) -> Limits {
    Limits { ms: None, tasks: Some(tasks) }
}

fn spread(numbers: Vec<f64>) -> String {
    let Spread { min, median, p95, max } = Spread::of(numbers);
    format!("{min} {median} {p95} {max}")
}

#[test]
fn percentiles() {
    assert_eq!(spread((1..=100).rev().map(f64::from).collect()), "1 50.5 95 100");
    assert_eq!(spread((1..=20).map(f64::from).collect()), "1 10.5 19 20");
    assert_eq!(spread(vec![4.0, 1.0, 2.0]), "1 2 4 4");
    assert_eq!(spread(vec![7.0]), "7 7 7 7");
    assert_eq!(spread(Vec::new()), "NaN NaN NaN NaN");
}

#[test]
fn waits_are_counted_in_time_and_in_work() {
    let mut model = Model::default();
    model.queue(task(1, Background));
    model.queue(task(2, UserVisible));
    model.queue(timer(3));
    model.run_all(&[2, 3, 1]);
    let waits = Waits::of(&model.history, Some(Background), at(model.now));
    assert_eq!(format!("{} {} {}", waits.count, waits.milliseconds.max, waits.overtaken.max), "1 2 2");
    let waits = Waits::of(&model.history, None, at(model.now));
    assert_eq!(format!("{} {} {}", waits.count, waits.milliseconds.max, waits.overtaken.max), "1 1 1");
    assert_eq!(Waits::of(&model.history, Some(UserBlocking), at(model.now)).count, 0);
}

#[test]
fn work_of_others_counts_but_not_that_of_the_host() {
    let mut model = Model::default();
    model.queue(task(1, Background));
    model.history.host_scheduled(WorkId::new(2));
    model.run_all(&[2, 90, 91, 1]);
    assert_eq!(model.history.tasks()[0].wait(model.history.moment(at(9))).unwrap().overtaken, 2);
    assert_eq!(model.history.tasks().len(), 1);
}

#[test]
fn starved_work_has_run_late_or_still_waits() {
    let mut model = Model::default();
    for number in 1..=6 {
        model.queue(task(number, UserVisible));
    }
    model.run_all(&[2, 3, 1, 4]);
    assert_eq!(model.starved(tasks(1.0)), [1, 4, 5, 6]);
    assert_eq!(model.starved(tasks(3.0)), [5, 6]);
    assert_eq!(model.starved(tasks(4.0)), [0; 0]);
    assert_eq!(model.starved(Limits { ms: Some(2.0), tasks: None }), [4, 5, 6]);
    assert_eq!(model.starved(Limits { ms: Some(3.0), tasks: Some(3.0) }), [5, 6]);
    // What was aborted waited until then, and what was stopped until the end of the recording.
    model.history.ended(at(model.now), WorkId::new(5), Ending::Aborted);
    model.history.stop(at(model.now));
    model.now += 100;
    assert_eq!(model.starved(Limits { ms: Some(4.0), tasks: None }), [0; 0]);
    assert_eq!(model.starved(Limits { ms: Some(3.0), tasks: None }), [5, 6]);
}

#[test]
fn work_that_is_not_ready_does_not_wait() {
    let mut model = Model::default();
    model.history.scheduled(at(0), timer(1), None);
    model.queue(task(2, Background));
    model.run(2);
    assert_eq!(model.starved(tasks(0.0)), [0; 0]);
    assert_eq!(model.history.tasks()[0].state(), "scheduled");
}

#[test]
fn cleared_work_starts_but_does_not_run() {
    let mut model = Model::default();
    model.queue(task(1, UserBlocking));
    model.queue(timer(2));
    model.run_as(2, Ending::Removed);
    model.run(1);
    assert_eq!(model.inversions(), []);
    assert_eq!(model.starved(tasks(0.0)), [0; 0]);
    assert_eq!(model.history.ran().len(), 1);
}

#[test]
fn inversions_of_sources_and_levels() {
    let mut model = Model::default();
    model.queue(task(1, UserVisible));
    model.queue(timer(2));
    model.queue(work(3, WorkKind::Continuation, Some(UserVisible)));
    model.queue(task(4, Background));
    model.run(2);
    assert_eq!(model.inversions(), [(3, 2)], "continuations rank above tasks");
    model.run(3);
    model.run(4);
    assert_eq!(model.inversions(), [(3, 2), (1, 4)]);
    model.run(1);
    assert_eq!(model.inversions().len(), 2);
}

#[test]
fn idle_callbacks_wait_until_their_timeout_queues_them() {
    let mut model = Model::default();
    model.queue(work(1, WorkKind::IdleCallback, None));
    model.queue(task(2, Background));
    model.run(2);
    assert_eq!(model.inversions(), []);
    model.queue(task(3, Background));
    model.history.ready(at(model.now), WorkId::new(1));
    model.run(3);
    assert_eq!(model.inversions(), [(1, 3)]);
}

#[test]
fn the_priority_of_the_moment_counts() {
    let mut model = Model::default();
    let signal = SignalId::new(1);
    model.queue_with(task(1, Background), Some(signal));
    model.queue_with(task(2, Background), Some(signal));
    model.queue(timer(3));
    model.run(3);
    assert_eq!(model.inversions(), []);
    model.history.priority_changed(signal, UserBlocking);
    model.queue(timer(4));
    model.run(4);
    model.run(1);
    model.history.priority_changed(signal, Background);
    model.queue(timer(5));
    model.run(5);
    let inversion = Inversion { waiting: (0, Some(UserBlocking)), ran: (3, None) };
    assert_eq!(model.history.inversions(), [inversion]);
    let priorities: Vec<_> = model.history.current_tasks()[..2].iter().map(|task| task.priority).collect();
    assert_eq!(priorities, [Some(UserBlocking), Some(Background)]);
}

#[test]
fn labels_belong_to_the_work_that_runs_and_its_continuations() {
    let mut model = Model::default();
    let label: Rc<str> = "save".into();
    model.queue(task(1, UserVisible));
    model.run(1);
    model.history.label(&label);
    model.queue(work(2, WorkKind::Continuation, Some(UserVisible)));
    model.queue(task(3, UserVisible));
    model.history.leave();
    model.history.label(&label);
    let labels: Vec<_> = model.history.tasks().iter().map(|task| task.label.as_deref()).collect();
    assert_eq!(labels, [Some("save"), Some("save"), None]);
    assert_eq!(model.history.labels().len(), 2);
}

/// Compares with a direct search in all work that is ready.
#[test]
fn inversions_of_random_histories() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..200 {
        let mut model = Model::default();
        let mut ready: BTreeMap<u64, (Work, Option<SignalId>)> = BTreeMap::new();
        let mut priorities = [UserVisible; 3];
        let mut expected = Vec::new();
        for number in 1..=60 {
            match random.u8(..4) {
                0 | 1 => {
                    let kind = [WorkKind::Task, WorkKind::Continuation, WorkKind::Timeout][random.usize(..3)];
                    let priority = (kind != WorkKind::Timeout).then(|| TaskPriority::ALL[random.usize(..3)]);
                    let signal = priority.filter(|_| random.bool()).map(|_| random.usize(..3));
                    let priority = signal.map(|signal| priorities[signal]).or(priority);
                    let signal = signal.map(|signal| SignalId::new(signal as u64));
                    let work = work(number, kind, priority);
                    ready.insert(number, (work, signal));
                    model.queue_with(work, signal);
                }
                2 => {
                    let (index, priority) = (random.usize(..3), TaskPriority::ALL[random.usize(..3)]);
                    priorities[index] = priority;
                    let signal = SignalId::new(index as u64);
                    let followers = ready.values_mut().filter(|(_, its)| *its == Some(signal));
                    followers.for_each(|(work, _)| work.priority = Some(priority));
                    model.history.priority_changed(signal, priority);
                }
                _ => {
                    let Some(&chosen) = random.choice(ready.keys().collect::<Vec<_>>()) else { continue };
                    let Some((ran, _)) = ready.remove(&chosen) else { continue };
                    let standing = |it: Work| (it.priority.unwrap_or(UserVisible), it.kind == WorkKind::Continuation);
                    let first = ready.values().map(|it| it.0).rev().max_by_key(|work| standing(*work));
                    let first = first.filter(|first| standing(*first) > standing(ran));
                    expected.extend(first.map(|first| (first.id.get(), chosen)));
                    model.run(chosen);
                }
            }
        }
        assert_eq!(model.inversions(), expected);
    }
}
