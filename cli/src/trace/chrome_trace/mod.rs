//! Chrome's trace format, with the events that Blink writes: for the Performance panel of DevTools, and for Perfetto.
//!
//! The format has no standard. Its events are those that Chromium 156 writes, as far as DevTools reads them.

mod background_file;
mod event_text;
mod function;
mod gzip;
mod json_file;
mod places;
mod profile;
mod waiting_counts;
mod writer;

use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use posttask::event_loop::{
    AgentId, Ending, Event, Location, Moment, NewWorker, Scheduled, SignalId, Timestamp, WorkId, WorkKind,
};
use posttask::scheduling::TaskPriority;
use posttask::trace::{QueueView, Record, Sink};
use posttask_reports::micros;
use rustc_hash::FxHashMap;
use serde_json::json;

use event_text::{
    EventText, FRAME, Members, TASKS, TIMELINE, begin, complete, flow, instant, push_number, push_string,
    string_literal, thread_of,
};
use function::waiting_detail;
use places::Places;
use profile::Profile;
use waiting_counts::WaitingCounts;
use writer::{TraceWriter, lock};

pub(crate) use writer::close_all_traces;

/// Writes a trace. The file is valid JSON after each write.
pub(crate) struct ChromeTrace {
    writer: Arc<Mutex<TraceWriter>>,
    places: Places,
    /// Work that has not ended.
    work: QueueView<Known>,
    counts: WaitingCounts,
    running: Option<WorkId>,
    /// The continuation whose code runs in the next microtask checkpoint.
    resuming: Option<Known>,
    /// How many events were open when the microtask checkpoint began, with its own.
    checkpoint: usize,
    /// For each evaluation in progress, how many events were open before it.
    evaluations: Vec<usize>,
    /// The end of the idle period.
    deadline: Timestamp,
    /// The times of the labels of `console.timeStamp`.
    labels: FxHashMap<Rc<str>, u64>,
    measures: u64,
}

/// Work that has not ended.
struct Known {
    work: Rc<Scheduled>,
    /// The number that its timer has in the trace: that of the first round of an interval.
    timer: WorkId,
    /// The event in the trace from which an arrow leads to its run: its time, and the agent.
    arrow: Option<(u64, AgentId)>,
    /// When it was scheduled, and when it became ready, in the time of the trace.
    scheduled: u64,
    ready: Option<u64>,
}

impl ChromeTrace {
    /// Creates the file of a trace of the program with this name, for a real or a virtual clock. A file whose name ends
    /// with `.gz` is compressed.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created or written.
    pub(crate) fn create(path: &Path, program: &str, version: &str, is_virtual: bool) -> io::Result<Self> {
        let mut places = Places::default();
        let metadata = json!({ "source": "posttask", "version": version, "program": program });
        let writer = TraceWriter::create(path, &format!("{{\"metadata\":{metadata},\"traceEvents\":["), is_virtual)?;
        start(&mut lock(&writer), &places.url(program));
        // So that the trace can be opened even if the first task never ends.
        lock(&writer).flush();
        Ok(Self {
            writer,
            places,
            work: QueueView::default(),
            counts: WaitingCounts::default(),
            running: None,
            resuming: None,
            checkpoint: 0,
            evaluations: Vec::new(),
            deadline: Timestamp::default(),
            labels: FxHashMap::default(),
            measures: 0,
        })
    }

    /// Ends the trace.
    ///
    /// # Errors
    ///
    /// Returns the first error in writing the file.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        let mut writer = lock(&self.writer);
        writer.close();
        writer.error().map_or(Ok(()), |error| Err(io::Error::new(error.kind(), error.to_string())))
    }

    fn scheduled(&mut self, now: Timestamp, work: &Rc<Scheduled>) {
        let before = work.scheduled_by.and_then(|by| self.work.get(by));
        // The next round of an interval is scheduled by the host: there is no call.
        let is_round = work.kind == WorkKind::Interval && work.stack.is_empty();
        let timer = before.filter(|_| is_round).map_or(work.work, |before| before.timer);
        let (ready, arrow) = (None, None);
        let known = Known { work: Rc::clone(work), timer, arrow, scheduled: 0, ready };
        let known = self.work.schedule(work.work(), work.priority_signal, known);
        let Some((name, _)) = names(work.kind).filter(|_| !is_round) else { return };
        let stack = self.places.stack(&work.stack);
        let mut writer = lock(&self.writer);
        let at = writer.stamp(now);
        writer.add(|text| {
            instant(text, name, TIMELINE, at, |data| {
                identify(data, work, timer);
                match work.kind {
                    WorkKind::Task => data.number("delay", work.delay.unwrap_or(0)),
                    WorkKind::Timeout | WorkKind::Interval => {
                        data.number("timeout", work.delay.unwrap_or(0));
                        data.boolean("singleShot", work.kind == WorkKind::Timeout);
                    }
                    WorkKind::IdleCallback => data.number("timeout", work.delay.unwrap_or(0)),
                    _ => {}
                }
                data.string("frame", FRAME);
                data.raw("stackTrace", &stack);
            });
        });
        known.scheduled = at;
        // DevTools does not draw the event of a call of `yield`, so its arrow starts at the function around it.
        let arrow = if work.kind == WorkKind::Continuation { writer.began() } else { Some(at) };
        known.arrow = arrow.map(|at| (at, writer.agent()));
    }

    fn ready(&mut self, now: Timestamp, id: WorkId) {
        self.work.make_ready(id, now);
        let due = self.work.due(id);
        let Some(known) = self.work.get_mut(id).filter(|known| known.work.priority.is_some()) else { return };
        let mut writer = lock(&self.writer);
        let at = writer.stamp(now);
        // A delayed task waits from the time at which it is due, even if the loop is late.
        let due = due.map(|due| micros(due).max(known.scheduled));
        known.ready = Some(due.map_or(at, |due| due.min(at)));
        self.counts.write_sometimes(at, &self.work, &mut writer);
    }

    /// Writes how long work has waited, as a measure in the track of its priority.
    fn end_waiting(&mut self, id: WorkId, at: u64) {
        self.work.leave_queue(id);
        let priority = self.work.priority(id).unwrap_or_default();
        let Some(known) = self.work.get_mut(id) else { return };
        let Some(ready) = known.ready.take() else { return };
        let work = Rc::clone(&known.work);
        let name = work.name.as_deref().unwrap_or(work.kind.as_str());
        let function = work.location.as_ref().map(|place| self.places.function(name_of(&work), place));
        let without_place = || waiting_detail(priority, None);
        let detail = function.as_ref().map_or_else(without_place, |function| function.waiting(priority).to_owned());
        self.measures += 1;
        let mut writer = lock(&self.writer);
        write_measure(&mut writer, self.measures, name, (ready, at), at, Some(&detail));
        self.counts.write(at, &self.work, &mut writer);
    }

    fn started(&mut self, now: Timestamp, id: WorkId) {
        self.running = Some(id);
        let mut writer = lock(&self.writer);
        writer.end_to(0, now);
        // The end of the waiting has a time of its own: an arrow leads to the first event of its time.
        let at = writer.stamp(now);
        drop(writer);
        self.end_waiting(id, at);
        let mut writer = lock(&self.writer);
        writer.begin(now, |at, text| begin_plain(text, "RunTask", TASKS, at));
        let Some(known) = self.work.get(id) else { return };
        let (work, timer) = (Rc::clone(&known.work), known.timer);
        let priority = self.work.priority(id).unwrap_or_default();
        if let Some((_, name)) = names(work.kind) {
            let allotted = self.deadline.duration_since(now);
            let at = writer.begin(now, |at, text| {
                complete(text, name, TIMELINE, at, |data| {
                    match work.kind {
                        WorkKind::Task | WorkKind::Continuation => data.string("priority", priority.as_str()),
                        WorkKind::IdleCallback => {
                            data.number("allottedMilliseconds", u64::try_from(allotted.as_millis()).unwrap_or(0));
                            data.boolean("timedOut", self.work.is_timed_out(id));
                        }
                        _ => {}
                    }
                    if work.kind == WorkKind::Task {
                        data.number("delay", work.delay.unwrap_or(0));
                    }
                    identify_run(data, &work, timer);
                    data.string("frame", FRAME);
                });
            });
            if work.kind != WorkKind::Continuation {
                arrow(&mut writer, known.arrow, id, at);
            }
        }
        let calls_a_function = work.kind != WorkKind::Continuation;
        drop(writer);
        if calls_a_function {
            self.begin_call(now, &work);
        }
    }

    /// Begins the call of the function of the program.
    fn begin_call(&mut self, now: Timestamp, work: &Scheduled) {
        if let Some(place) = &work.location {
            let function = self.places.function(name_of(work), place);
            lock(&self.writer).begin_call(now, &function);
        }
    }

    fn ended(&mut self, now: Timestamp, id: WorkId, how: Ending) {
        if self.running == Some(id) {
            self.running = None;
            self.counts.write_pending(&self.work, &mut lock(&self.writer));
            // Microtasks may follow in the same task.
            lock(&self.writer).end_to(1, now);
            let known = self.work.remove(id);
            self.resuming = known.filter(|known| known.work.kind == WorkKind::Continuation);
            return;
        }
        let at = lock(&self.writer).stamp(now);
        self.end_waiting(id, at);
        let Some(known) = self.work.remove(id) else { return };
        match (how, known.work.kind) {
            (Ending::Aborted, WorkKind::Task | WorkKind::Continuation) => self.aborted(now, &known.work),
            (Ending::Removed, WorkKind::IdleCallback) => self.canceled("CancelIdleCallback", "id", now, id),
            _ => {}
        }
    }

    /// Writes the abort of a task, as a short event within the code that aborted it.
    fn aborted(&self, now: Timestamp, work: &Scheduled) {
        let name = match work.kind {
            WorkKind::Continuation => "AbortYieldContinuation",
            _ => "AbortPostTaskCallback",
        };
        let mut writer = lock(&self.writer);
        writer.begin(now, |at, text| {
            complete(text, name, TIMELINE, at, |data| {
                data.number("taskId", work.work.get());
                data.string("frame", FRAME);
            });
        });
        writer.end_with(now, |_| {});
    }

    fn canceled(&self, name: &str, member: &str, now: Timestamp, id: WorkId) {
        let mut writer = lock(&self.writer);
        let at = writer.stamp(now);
        writer.add(|text| {
            instant(text, name, TIMELINE, at, |data| {
                data.number(member, id.get());
                data.string("frame", FRAME);
            });
        });
    }

    fn checkpoint_started(&mut self, now: Timestamp, within: Option<WorkId>) {
        let mut writer = lock(&self.writer);
        let is_in_the_callback = within.is_some() && within == self.running;
        let kind = within.and_then(|within| self.work.get(within)).map(|known| known.work.kind);
        if is_in_the_callback {
            // As in Blink, the microtasks after the callback of a task are not part of it.
            let depth = if kind == Some(WorkKind::Task) { 1 } else { 2.min(writer.depth()) };
            writer.end_to(depth, now);
        }
        if writer.depth() == 0 {
            writer.begin(now, |at, text| begin_plain(text, "RunTask", TASKS, at));
        }
        writer.begin(now, |at, text| begin(text, "RunMicrotasks", TIMELINE, "X", at));
        self.checkpoint = writer.depth();
        drop(writer);
        if let Some(known) = self.resuming.take().filter(|_| within.is_none()) {
            self.begin_call(now, &known.work);
            let mut writer = lock(&self.writer);
            if let Some(began) = writer.began() {
                arrow(&mut writer, known.arrow, known.work.work, began);
            }
        }
    }

    fn checkpoint_ended(&mut self, now: Timestamp, microtasks: usize, ticks: usize) {
        let mut writer = lock(&self.writer);
        writer.end_to(self.checkpoint, now);
        writer.end_with(now, |text| {
            // Blink has no ticks.
            let ticks = if ticks > 0 { format!(",\"tick_count\":{ticks}") } else { String::new() };
            text.extend_from_slice(format!(",\"args\":{{\"microtask_count\":{microtasks}{ticks}}}").as_bytes());
        });
    }

    fn evaluation_started(&mut self, now: Timestamp, name: &str, is_module: bool) {
        let url = self.places.url(name);
        let mut writer = lock(&self.writer);
        if self.running.is_none() && self.evaluations.is_empty() {
            writer.end_to(0, now);
        }
        self.evaluations.push(writer.depth());
        if writer.depth() == 0 {
            writer.begin(now, |at, text| begin_plain(text, "RunTask", TASKS, at));
        }
        let name = if is_module { "v8.evaluateModule" } else { "EvaluateScript" };
        writer.begin(now, |at, text| {
            complete(text, name, TIMELINE, at, |data| {
                data.string("url", &url);
                data.number("lineNumber", 1);
                data.number("columnNumber", 1);
                data.string("frame", FRAME);
            });
        });
    }

    fn evaluation_ended(&mut self, now: Timestamp) {
        if let Some(depth) = self.evaluations.pop() {
            lock(&self.writer).end_to(depth, now);
        }
    }

    fn error(&mut self, now: Timestamp, message: &str, location: Option<&Location>) {
        let first = message.lines().next().unwrap_or_default();
        let place = location.map(ToString::to_string);
        let devtools = json!({
            "devtools": {
                "dataType": "marker",
                "color": "error",
                "tooltipText": message,
                "properties": place.iter().map(|place| ("at", place)).collect::<Vec<_>>(),
            }
        });
        let mut writer = lock(&self.writer);
        let at = writer.stamp(now);
        writer.add(|text| {
            instant(text, first, "blink.user_timing", at, |data| {
                user_timing(data, at, at, Some(&string_literal(&devtools.to_string())));
            });
        });
    }

    fn mark(&mut self, now: Timestamp, name: &str, start: f64, detail: Option<&str>) {
        let mut writer = lock(&self.writer);
        let called = writer.stamp(now);
        let (at, detail) = (at_milliseconds(start), detail.map(string_literal));
        writer.add(|text| {
            instant(text, name, "blink.user_timing", at, |data| user_timing(data, at, called, detail.as_deref()));
        });
    }

    fn measure(&mut self, now: Timestamp, name: &str, span: (f64, f64), detail: Option<&str>) {
        self.measures += 1;
        let mut writer = lock(&self.writer);
        let called = writer.stamp(now);
        let (start, end) = (at_milliseconds(span.0), at_milliseconds(span.0 + span.1.max(0.0)));
        let detail = detail.map(string_literal);
        write_measure(&mut writer, self.measures, name, (start, end), called, detail.as_deref());
    }

    fn time_stamp(&mut self, now: Timestamp, label: &Rc<str>, span: [Option<&Moment>; 2], names: [Option<&str>; 4]) {
        let mut writer = lock(&self.writer);
        let at = writer.stamp(now);
        let resolved = span.map(|moment| match moment? {
            Moment::Time(time) => Some(at_milliseconds(*time)),
            Moment::Label(label) => self.labels.get(label).copied(),
        });
        self.labels.insert(Rc::clone(label), at);
        writer.add(|text| {
            instant(text, "TimeStamp", TIMELINE, at, |data| {
                data.string("message", label);
                data.string("name", label);
                for (member, time) in ["start", "end"].into_iter().zip(resolved) {
                    if let Some(time) = time {
                        data.number(member, time);
                    }
                }
                for (member, name) in ["track", "trackGroup", "color", "devtools"].into_iter().zip(names) {
                    if let Some(name) = name {
                        data.string(member, name);
                    }
                }
                data.string("frame", FRAME);
            });
        });
    }

    fn priority_changed(&mut self, now: Timestamp, signal: SignalId, [previous, priority]: [TaskPriority; 2]) {
        self.work.set_priority(signal, priority);
        let mut writer = lock(&self.writer);
        let at = writer.stamp(now);
        writer.add(|text| {
            instant(text, "PriorityChanged", "posttask", at, |data| {
                data.number("signal", signal.get());
                data.string("previous", previous.as_str());
                data.string("priority", priority.as_str());
            });
        });
        self.counts.write(at, &self.work, &mut writer);
    }

    fn timer_cleared(&self, now: Timestamp, id: WorkId) {
        let Some(known) = self.work.get(id) else { return };
        if matches!(known.work.kind, WorkKind::Timeout | WorkKind::Interval) {
            self.canceled("TimerRemove", "timerId", now, known.timer);
        }
    }

    fn pause(&mut self, now: Timestamp) {
        let mut writer = lock(&self.writer);
        writer.end_to(0, now);
        writer.flush();
    }
}

impl Sink for ChromeTrace {
    fn receive(&mut self, record: &Record) {
        let now = record.at;
        let begins = matches!(
            record.event,
            Event::Started { .. } | Event::CheckpointStarted { .. } | Event::EvaluationStarted { .. }
        );
        if begins {
            lock(&self.writer).switch_to(record.agent, now);
        }
        match &record.event {
            Event::Scheduled(work) => self.scheduled(now, work),
            Event::Ready { work } => self.ready(now, *work),
            Event::Started { work } => self.started(now, *work),
            Event::Ended { work, how } => self.ended(now, *work, *how),
            Event::AbortedWhileRunning { work } => {
                if let Some(known) = self.work.get(*work) {
                    self.aborted(now, &known.work);
                }
            }
            Event::CheckpointStarted { within, .. } => self.checkpoint_started(now, *within),
            Event::CheckpointEnded { microtasks, ticks, .. } => self.checkpoint_ended(now, *microtasks, *ticks),
            Event::TimerSet { work, due } => self.work.set_timer(*work, *due, now),
            Event::TimerCleared { work } => self.timer_cleared(now, *work),
            Event::PriorityChanged { signal, previous, priority } => {
                self.priority_changed(now, *signal, [*previous, *priority]);
            }
            Event::EvaluationStarted { name, is_module } => self.evaluation_started(now, name, *is_module),
            Event::EvaluationEnded => self.evaluation_ended(now),
            Event::ErrorReported { message, location, .. } => self.error(now, message, location.as_ref()),
            Event::UserTiming { name, start, duration: None, detail } => {
                self.mark(now, name, *start, detail.as_deref());
            }
            Event::UserTiming { name, start, duration: Some(duration), detail } => {
                self.measure(now, name, (*start, *duration), detail.as_deref());
            }
            Event::TimeStamp { label, start, end, track, group, color, detail } => {
                let names = [track, group, color, detail].map(|name| name.as_deref());
                self.time_stamp(now, label, [start.as_ref(), end.as_ref()], names);
            }
            Event::IdlePeriodStarted { deadline } => self.deadline = *deadline,
            Event::Sleeping { .. } => self.pause(now),
            _ => {}
        }
    }

    fn worker_created(&mut self, worker: &NewWorker) -> bool {
        let url = self.places.url(&worker.url);
        name_thread(&mut lock(&self.writer), worker, &url);
        true
    }

    fn wants(&self, event: &Event) -> bool {
        !matches!(
            event,
            Event::Chosen { .. }
                | Event::SignalCreated { .. }
                | Event::SignalAborted { .. }
                | Event::PromiseRejected { .. }
                | Event::PromiseHandled
                | Event::JobCallbackCreated
                | Event::JobCallbackCalled { .. }
                | Event::PortOpened { .. }
                | Event::WorkerCreated { .. }
                | Event::PortShipped { .. }
                | Event::PortClosed { .. }
                | Event::Woke
                | Event::Delivered { .. }
        )
    }
}

/// Writes what DevTools needs before all other events.
fn start(writer: &mut TraceWriter, url: &str) {
    for (name, value) in [("process_name", "posttask"), ("thread_name", "CrRendererMain")] {
        writer.add(|text| {
            begin(text, name, "__metadata", "M", 0);
            text.extend_from_slice(b",\"args\":{\"name\":");
            push_string(text, value);
            text.extend_from_slice(b"}}");
        });
    }
    let frame = json!({
        "frame": FRAME,
        "name": "",
        "processId": 1,
        "url": url,
        "isOutermostMainFrame": true,
        "isInPrimaryMainFrame": true,
    });
    writer.add(|text| {
        instant(text, "TracingStartedInBrowser", TASKS, 0, |data| {
            data.number("frameTreeNodeId", 1);
            data.boolean("persistentIds", true);
            data.raw("frames", &format!("[{frame}]"));
        });
    });
    writer.add(Profile::start);
}

/// Writes what DevTools needs before the events of a worker. It shows the URL of the worker, and Perfetto shows the
/// name of the thread.
fn name_thread(writer: &mut TraceWriter, worker: &NewWorker, url: &str) {
    let name = if worker.name.is_empty() { url } else { &*worker.name };
    writer.add_to(worker.agent, |text| {
        begin(text, "thread_name", "__metadata", "M", 0);
        text.extend_from_slice(b",\"args\":{\"name\":");
        push_string(text, &format!("DedicatedWorker thread {name}"));
        text.extend_from_slice(b"}}");
    });
    writer.add(|text| {
        instant(text, "TracingSessionIdForWorker", TASKS, 0, |data| {
            data.string("url", url);
            data.string("workerId", &worker.agent.get().to_string());
            data.number("workerThreadId", thread_of(worker.agent));
            data.string("frame", FRAME);
        });
    });
}

/// The events for scheduling and for running this kind of work, if Blink has them.
fn names(kind: WorkKind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        WorkKind::Task => ("SchedulePostTaskCallback", "RunPostTaskCallback"),
        WorkKind::Continuation => ("ScheduleYieldContinuation", "RunYieldContinuation"),
        WorkKind::Timeout | WorkKind::Interval => ("TimerInstall", "TimerFire"),
        WorkKind::IdleCallback => ("RequestIdleCallback", "FireIdleCallback"),
        WorkKind::Message | WorkKind::Broadcast => ("SchedulePostMessage", "HandlePostMessage"),
        _ => return None,
    })
}

/// Writes the number of the work, and its priority.
fn identify(data: &mut Members<'_>, work: &Scheduled, timer: WorkId) {
    identify_run(data, work, timer);
    if let Some(priority) = work.priority {
        data.string("priority", priority.as_str());
    }
}

fn identify_run(data: &mut Members<'_>, work: &Scheduled, timer: WorkId) {
    match work.kind {
        WorkKind::Task | WorkKind::Continuation => data.number("taskId", work.work.get()),
        WorkKind::Timeout | WorkKind::Interval => data.number("timerId", timer.get()),
        WorkKind::IdleCallback => data.number("id", work.work.get()),
        // A text, as in Blink.
        _ => data.string("traceId", &work.work.get().to_string()),
    }
}

/// The name of the function that runs. A continuation continues the function that called `yield`.
fn name_of(work: &Scheduled) -> &str {
    let caller = || {
        let mut calls = work.stack.iter().filter(|_| work.kind == WorkKind::Continuation);
        let (function, _) = calls.find(|line| !line.ends_with("(native)"))?.split_once(" (")?;
        Some(function.trim_start().trim_start_matches("at ")).filter(|function| !function.starts_with('<'))
    };
    work.name.as_deref().or_else(caller).unwrap_or_default()
}

/// Writes an arrow from one event to another, if it has a start. Both are known only when the work runs.
fn arrow(writer: &mut TraceWriter, from: Option<(u64, AgentId)>, id: WorkId, to: u64) {
    let Some((from, agent)) = from else { return };
    writer.add_to(agent, |text| flow(text, "s", id.get(), from));
    writer.add(|text| flow(text, "f", id.get(), to));
}

/// Writes a measure of the user timing, with times of the trace.
fn write_measure(
    writer: &mut TraceWriter,
    number: u64,
    name: &str,
    (start, end): (u64, u64),
    called: u64,
    detail: Option<&str>,
) {
    const CATEGORY: &str = "blink.user_timing";
    let id = |text: &mut EventText<'_>| {
        text.extend_from_slice(b",\"id\":\"");
        push_number(text, number);
        text.extend_from_slice(b"\",\"args\":");
    };
    writer.add(|text| {
        begin(text, name, CATEGORY, "b", start);
        id(text);
        Members::of(text, |args| user_timing(args, start, called, detail));
        text.push(b'}');
    });
    writer.add(|text| {
        begin(text, name, CATEGORY, "e", end);
        id(text);
        text.extend_from_slice(b"{}}");
    });
}

fn begin_plain(text: &mut EventText<'_>, name: &str, category: &str, at: u64) {
    begin(text, name, category, "X", at);
    text.extend_from_slice(b",\"args\":{}");
}

/// Writes what the events of user timing have. The start is in microseconds of the trace, whose origin is the time
/// origin. The detail is a JSON string, whose value is a JSON text.
fn user_timing(data: &mut Members<'_>, start: u64, called: u64, detail: Option<&str>) {
    #[expect(clippy::cast_precision_loss, reason = "times are at most 2^52")]
    data.raw("startTime", &(start as f64 / 1000.0).to_string());
    data.number("callTime", called);
    if let Some(detail) = detail {
        data.raw("detail", detail);
    }
}

/// A time that a program has given, in milliseconds since the time origin, in a trace.
fn at_milliseconds(time: f64) -> u64 {
    let latest = if time > 0.0 { Duration::MAX } else { Duration::ZERO };
    micros(Timestamp::since_origin(Duration::try_from_secs_f64(time / 1000.0).unwrap_or(latest)))
}
