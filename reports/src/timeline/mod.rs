//! A page that shows what ran when: the data, and the HTML file around it.

mod columns;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use posttask::debug;
use posttask::event_loop::{AgentId, Ending, Event, NewWorker, Scheduled, Timestamp, WorkId, WorkKind};
use posttask::scheduling::TaskPriority;
use posttask::trace::{QueueView, Record, Sink};
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::Value;

use super::clock::{GrowingClock, micros};
use columns::{Checkpoints, Marks, Stacks, Strings, WorkColumns};

/// The page, with places for the rest.
const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPTS: [&str; 12] = [
    include_str!("model.js"),
    include_str!("scale.js"),
    include_str!("layout.js"),
    include_str!("view.js"),
    include_str!("drawing.js"),
    include_str!("frame.js"),
    include_str!("overview.js"),
    include_str!("search.js"),
    include_str!("details.js"),
    include_str!("table.js"),
    include_str!("controls.js"),
    include_str!("main.js"),
];

/// The version of the data.
const VERSION: u32 = 1;

/// What an order does differently from the usual one.
#[derive(Serialize)]
struct Difference {
    text: String,
    /// Why it is allowed.
    reasons: Vec<String>,
}

/// Collects what a timeline shows. The memory grows with all work.
#[derive(Default, Serialize)]
pub struct Timeline {
    name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<Difference>,
    strings: Strings,
    stacks: Stacks,
    work: WorkColumns,
    checkpoints: Checkpoints,
    marks: Marks,
    #[serde(skip)]
    clock: GrowingClock,
    /// The rows of work that has not ended.
    #[serde(skip)]
    rows: QueueView<usize>,
    /// The names of the workers.
    #[serde(skip)]
    workers: FxHashMap<AgentId, usize>,
    /// The explanation of the choice of the work that starts next.
    #[serde(skip)]
    why: Option<(WorkId, Rc<str>)>,
    /// The rows of evaluations in progress.
    #[serde(skip)]
    evaluations: Vec<usize>,
    #[serde(skip)]
    evaluation_count: i64,
    /// The number of the work that started last, to which the microtasks after it belong.
    #[serde(skip)]
    last: Option<i64>,
    /// The row of the work that has just ended. The microtasks after it are part of it.
    #[serde(skip)]
    just_ended: Option<usize>,
}

debug!(Timeline, "name" = |timeline| timeline.name);

impl Timeline {
    /// Creates the timeline of a run with this name, such as `usual order`.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Adds what the order does differently from the usual one, with the reasons why that is allowed.
    pub fn differs(&mut self, sentence: &str, reasons: Vec<String>) {
        self.differences.push(Difference { text: sentence.to_owned(), reasons });
    }

    /// Adds a warning, which concerns a place or nothing in particular.
    pub fn warn(&mut self, at: Timestamp, sentence: &str) {
        let (kind, text) = (self.strings.add("warning"), self.strings.add(sentence));
        self.marks.add(micros(at), kind, text, None);
    }

    fn scheduled(&mut self, now: Timestamp, work: &Scheduled) {
        let at = self.clock.stamp(now);
        let row = self.work.add(number(work.work), self.strings.add(work.kind.as_str()), at);
        self.rows.schedule(work.work(), work.priority_signal, row);
        let place = work.location.as_ref().map(|place| self.strings.add(&place.to_string()));
        let columns = &mut self.work;
        columns.worker[row] = self.workers.get(&work.work.agent()).copied();
        columns.name[row] = work.name.as_ref().map(|name| self.strings.add(name));
        columns.priority[row] = work.priority.map(rank);
        columns.by[row] = work.scheduled_by.map(number).or_else(|| {
            let evaluation = self.evaluations.last()?;
            columns.id.get(*evaluation).copied()
        });
        columns.place[row] = place;
        columns.stack[row] = (!work.stack.is_empty()).then(|| self.stacks.add(&work.stack));
        columns.delay[row] = work.delay;
        columns.signal[row] = work.signal.map(|signal| self.strings.add(&signal.to_string()));
    }

    fn ready(&mut self, now: Timestamp, id: WorkId) {
        let Some(&row) = self.rows.get(id) else { return };
        let due = self.rows.due(id).map(micros);
        let at = self.clock.stamp(now);
        // Work with a timer waits from the time at which that is due, even if the loop is late.
        let scheduled = self.work.scheduled[row];
        self.work.ready[row] = Some(due.map_or(at, |due| due.clamp(scheduled, at)));
    }

    fn started(&mut self, now: Timestamp, id: WorkId) {
        self.last = Some(number(id));
        self.just_ended = None;
        let at = self.clock.stamp(now);
        let Some(&row) = self.rows.get(id) else { return };
        self.work.started[row] = Some(at);
        self.work.priority[row] = self.rows.priority(id).map(rank);
        self.work.why[row] = self.why.take().filter(|(chosen, _)| *chosen == id).map(|(_, why)| self.strings.add(&why));
    }

    fn ended(&mut self, now: Timestamp, id: WorkId, how: Ending) {
        let at = self.clock.stamp(now);
        let priority = self.rows.priority(id).map(rank);
        let Some(row) = self.rows.remove(id) else { return };
        self.work.ended[row] = Some(at);
        self.work.how[row] = Some(how as u8);
        if self.work.started[row].is_some() {
            self.just_ended = Some(row);
        } else {
            self.work.priority[row] = priority;
        }
    }

    /// Sets the priorities of the work that waits.
    fn update_priorities(&mut self) {
        for (id, &row) in self.rows.iter() {
            if self.work.started[row].is_none() {
                self.work.priority[row] = self.rows.priority(id).map(rank);
            }
        }
    }

    fn evaluation_started(&mut self, agent: AgentId, now: Timestamp, name: &str, is_module: bool) {
        let at = self.clock.stamp(now);
        let kind = self.strings.add(if is_module { "module" } else { "script" });
        let id = -self.evaluation_count;
        self.evaluation_count += 1;
        let row = self.work.add(id, kind, at);
        self.work.worker[row] = self.workers.get(&agent).copied();
        self.work.name[row] = Some(self.strings.add(name));
        self.work.ready[row] = Some(at);
        self.work.started[row] = Some(at);
        self.evaluations.push(row);
        self.last = Some(id);
    }

    fn evaluation_ended(&mut self, now: Timestamp) {
        let at = self.clock.stamp(now);
        if let Some(row) = self.evaluations.pop() {
            self.work.ended[row] = Some(at);
            self.work.how[row] = Some(Ending::Returned as u8);
            self.just_ended = Some(row);
        }
    }

    fn checkpoint_started(&mut self, now: Timestamp, within: Option<WorkId>) {
        let at = self.clock.stamp(now);
        self.checkpoints.start(at, within.map(number).or(self.last));
    }

    fn checkpoint_ended(&mut self, now: Timestamp, microtasks: usize) {
        let at = self.clock.stamp(now);
        self.checkpoints.end(at, microtasks);
        if let Some(row) = self.just_ended {
            self.work.ended[row] = Some(at);
        }
    }

    fn mark(&mut self, now: Timestamp, kind: &str, text: &str) {
        let at = self.clock.stamp(now);
        let (kind, text) = (self.strings.add(kind), self.strings.add(text));
        self.marks.add(at, kind, text, self.last);
    }
}

/// A priority in the data.
fn rank(priority: TaskPriority) -> u8 {
    2 - priority as u8
}

/// The number of work in the data.
fn number(id: WorkId) -> i64 {
    i64::try_from(id.get()).unwrap_or(i64::MAX)
}

impl Sink for Timeline {
    fn worker_created(&mut self, worker: &NewWorker) -> bool {
        let title = self.strings.add(&worker.title());
        self.workers.insert(worker.agent, title);
        true
    }

    fn receive(&mut self, record: &Record) {
        let now = record.at;
        match &record.event {
            Event::Scheduled(work) if work.kind != WorkKind::MicrotaskCheckpoint => self.scheduled(now, work),
            Event::TimerSet { work, due } => self.rows.set_timer(*work, *due, now),
            Event::Ready { work } => self.ready(now, *work),
            Event::Chosen { work: Some(work), why: Some(why) } => self.why = Some((*work, Rc::clone(why))),
            Event::Started { work } => self.started(now, *work),
            Event::Ended { work, how } => self.ended(now, *work, *how),
            Event::EvaluationStarted { name, is_module } => {
                self.evaluation_started(record.agent, now, name, *is_module);
            }
            Event::EvaluationEnded => self.evaluation_ended(now),
            Event::CheckpointStarted { within, .. } => self.checkpoint_started(now, *within),
            Event::CheckpointEnded { microtasks, .. } => self.checkpoint_ended(now, *microtasks),
            Event::Sleeping { .. } => self.just_ended = None,
            Event::PriorityChanged { signal, previous, priority } => {
                self.rows.set_priority(*signal, *priority);
                self.mark(now, "priority change", &format!("signal {signal}: {previous} to {priority}"));
            }
            Event::SignalAborted { signal } => self.mark(now, "abort", &format!("signal {signal}")),
            Event::ErrorReported { message, .. } => self.mark(now, "error", message),
            Event::UserTiming { name, duration: None, .. } => self.mark(now, "mark", name),
            Event::UserTiming { name, duration: Some(duration), .. } => {
                self.mark(now, "measure", &format!("{name}: {duration} ms"));
            }
            Event::TimeStamp { label, .. } => self.mark(now, "timestamp", label),
            _ => {}
        }
    }
}

/// The data of the page.
#[derive(Serialize)]
struct Data<'a, 't> {
    version: u32,
    title: &'a str,
    virtual_time: bool,
    orders: &'a [&'t mut Timeline],
}

impl<'a, 't> Data<'a, 't> {
    fn new(title: &'a str, is_virtual: bool, orders: &'a mut [&'t mut Timeline]) -> Self {
        for order in orders.iter_mut() {
            order.update_priorities();
        }
        Self { version: VERSION, title, virtual_time: is_virtual, orders }
    }
}

/// Returns the data of the page for one order, or for two that are compared: the usual one first.
pub fn data(title: &str, is_virtual: bool, orders: &mut [&mut Timeline]) -> Value {
    serde_json::json!(Data::new(title, is_virtual, orders))
}

/// Returns the page for one order, or for two that are compared: the usual one first.
pub fn page(title: &str, is_virtual: bool, orders: &mut [&mut Timeline]) -> String {
    // A value in between would take four times as much memory. The only keys are names of fields, so this cannot fail.
    let data = serde_json::to_string(&Data::new(title, is_virtual, orders)).unwrap_or_default();
    // No text of a program can end the element that contains the data.
    let data = if data.contains('<') { data.replace('<', "\\u003c") } else { data };
    let (before, after) = PAGE.split_once("/*DATA*/").unwrap_or((PAGE, ""));
    let fill = |text: &str| text.replace("/*STYLE*/", STYLE).replace("/*SCRIPT*/", &SCRIPTS.join("\n"));
    [&fill(before), data.as_str(), &fill(after)].concat()
}
