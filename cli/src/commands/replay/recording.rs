//! What ran in an order, so that another engine can run the same.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use posttask::event_loop::{Ending, Event, Location, Observer, Scheduled, Subject, Timestamp, WorkId, WorkKind};
use posttask::fetch::{Answer, NetworkRequest};
use posttask::html::ConsoleOutput;
use posttask_front_end::with_slashes;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

/// What ran in an order.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Recording {
    /// Everything that was scheduled, in order.
    work: Vec<RecordedWork>,
    /// What ran, in order.
    steps: Vec<Step>,
    /// The answers of the network, in the order of the requests.
    answers: Vec<RecordedAnswer>,
    /// How often something was printed.
    #[serde(skip)]
    printed: u64,
    /// The first work that another engine cannot be told when to run.
    #[serde(skip)]
    refused: Option<RecordedWork>,
}

/// Work that was scheduled.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RecordedWork {
    pub(super) kind: &'static str,
    /// Where the program scheduled it, with the file relative to the folder of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<String>,
    /// For a continuation, the first task with the same signal: an index.
    #[serde(skip_serializing_if = "Option::is_none")]
    inherits: Option<usize>,
}

/// An answer of the network.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase", untagged)]
enum RecordedAnswer {
    Error {
        error: String,
    },
    #[serde(rename_all = "camelCase")]
    Response {
        url: String,
        status: u16,
        status_text: String,
        headers: Vec<(String, String)>,
        /// In base64.
        body: String,
    },
}

/// A piece of work that ran.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    /// Its index.
    work: usize,
    /// When it started, in milliseconds.
    at: f64,
    /// How many pieces of work had been scheduled.
    scheduled: usize,
    /// How often something had been printed.
    printed: u64,
    /// When the idle period of an idle callback ends, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    idle_until: Option<f64>,
    /// Whether an idle callback runs because its timeout has passed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    did_timeout: bool,
}

impl Recording {
    /// The first work that another engine cannot be told when to run.
    pub(super) fn refused(&self) -> Option<&RecordedWork> {
        self.refused.as_ref()
    }

    /// The number of steps.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }
}

/// Whether another engine runs work of this kind by itself, at the end of other work.
fn is_of_the_engine(kind: WorkKind) -> bool {
    matches!(kind, WorkKind::Tick | WorkKind::MicrotaskCheckpoint)
}

/// Whether work of this kind can be replayed.
fn is_replayed(kind: WorkKind) -> bool {
    matches!(
        kind,
        WorkKind::Task
            | WorkKind::Continuation
            | WorkKind::Timeout
            | WorkKind::Interval
            | WorkKind::Immediate
            | WorkKind::AbortTimeout
            | WorkKind::IdleCallback
            | WorkKind::AnimationFrame
            | WorkKind::Message
            | WorkKind::Broadcast
            | WorkKind::PortClose
            | WorkKind::UnhandledRejections
            | WorkKind::RejectionHandled
            | WorkKind::BlobRead
            | WorkKind::Fetch
            | WorkKind::ResponseBody
            | WorkKind::BodyRead
            | WorkKind::Crypto
    )
}

/// Whether a step of a report can be replayed.
pub(crate) fn can_replay(step: &posttask_reports::exploration::Step) -> bool {
    let is_refused = |kind: &WorkKind| kind.as_str() == step.kind && !is_replayed(*kind) && !is_of_the_engine(*kind);
    // Static imports are loaded before anything runs.
    let is_import = step.name == WorkKind::AsyncJob.as_str().replace(' ', "-");
    step.worker.is_none() && (is_import || !WorkKind::ALL.iter().any(is_refused))
}

/// What a program uses that asks for work that cannot be replayed.
fn name_of_refused(kind: WorkKind) -> &'static str {
    match kind {
        WorkKind::WorkerStart | WorkKind::WorkerError => "a worker",
        WorkKind::PerformanceEntries => "a performance observer",
        WorkKind::AsyncJob => "import()",
        WorkKind::Test => "a test",
        other => other.as_str(),
    }
}

/// Records what an event loop does.
pub(super) struct Recorder {
    recording: RefCell<Recording>,
    known: RefCell<Known>,
    main_file: PathBuf,
    folder: PathBuf,
}

/// What is known about the work so far.
#[derive(Default)]
struct Known {
    indices: FxHashMap<WorkId, usize>,
    /// The first task of each signal that may abort work.
    tasks: FxHashMap<posttask::event_loop::SignalId, usize>,
    /// The end of the last idle period.
    idle_until: Option<Timestamp>,
    timed_out: FxHashSet<WorkId>,
    idle: FxHashSet<WorkId>,
}

impl Recorder {
    /// Records a program that is in this file.
    pub(super) fn new(main_file: &Path) -> Self {
        let file = dunce::canonicalize(main_file).unwrap_or_else(|_| main_file.to_owned());
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        Self { recording: RefCell::default(), known: RefCell::default(), main_file: main_file.to_owned(), folder }
    }

    /// Takes what was recorded.
    pub(super) fn take(&self) -> Recording {
        self.recording.take()
    }

    /// The network has answered.
    pub(super) fn answered(&self, request: &NetworkRequest, answer: &Answer) {
        let answer = match answer {
            Err(error) => RecordedAnswer::Error { error: error.clone() },
            Ok(response) => RecordedAnswer::Response {
                url: request.url.to_string(),
                status: response.status,
                status_text: response.status_text.clone(),
                headers: response.headers.clone(),
                body: BASE64_STANDARD.encode(&response.body),
            },
        };
        self.recording.borrow_mut().answers.push(answer);
    }

    /// A location, with its file relative to the folder of the program.
    fn place(&self, location: &Location) -> String {
        let file = Path::new(&location.file);
        let relative = file.strip_prefix(&self.folder).unwrap_or(file);
        let path = if file == self.main_file { file.file_name().map_or(file, Path::new) } else { relative };
        let path = with_slashes(path);
        format!("{path}:{}:{}", location.line, location.column)
    }

    fn scheduled(&self, it: &Scheduled, subject: &Subject<'_>) {
        let (recording, known) = (&mut *self.recording.borrow_mut(), &mut *self.known.borrow_mut());
        // The next round of an interval has the place of the first one.
        let place = subject.location().map(|location| self.place(&location));
        let inherits = it.signal.filter(|_| it.kind == WorkKind::Continuation);
        let inherits = inherits.and_then(|signal| known.tasks.get(&signal).copied());
        let work = RecordedWork { kind: it.kind.as_str(), place, inherits };
        // The static imports of modules are loaded before anything runs. Dynamic ones have a place.
        if it.kind == WorkKind::AsyncJob && work.place.is_none() {
            return;
        }
        if !is_replayed(it.kind) {
            recording.refused.get_or_insert(RecordedWork { kind: name_of_refused(it.kind), ..work });
            return;
        }
        let index = recording.work.len();
        if let Some(signal) = it.signal.filter(|_| it.kind == WorkKind::Task) {
            known.tasks.entry(signal).or_insert(index);
        }
        if it.kind == WorkKind::IdleCallback {
            known.idle.insert(it.work);
        }
        known.indices.insert(it.work, index);
        recording.work.push(work);
    }

    fn started(&self, id: WorkId, now: Timestamp) {
        let (recording, known) = (&mut *self.recording.borrow_mut(), &*self.known.borrow());
        let Some(&work) = known.indices.get(&id) else { return };
        let did_timeout = known.timed_out.contains(&id);
        let end = known.idle_until.filter(|_| known.idle.contains(&id) && !did_timeout);
        recording.steps.push(Step {
            work,
            at: now.as_milliseconds(),
            scheduled: recording.work.len(),
            printed: recording.printed,
            idle_until: end.map(Timestamp::as_milliseconds),
            did_timeout,
        });
    }

    /// Takes out a step that did nothing: its timer was cleared after it had fired.
    fn did_nothing(&self, id: WorkId) {
        let (recording, known) = (&mut *self.recording.borrow_mut(), &*self.known.borrow());
        let last = recording.steps.last().map(|step| step.work);
        if last.is_some() && last == known.indices.get(&id).copied() {
            recording.steps.pop();
        }
    }
}

impl Observer for Recorder {
    fn observe(&self, now: Timestamp, event: &Event, subject: &Subject<'_>) {
        match event {
            Event::Scheduled(it) if !is_of_the_engine(it.kind) => self.scheduled(it, subject),
            Event::Started { work } => self.started(*work, now),
            Event::Ended { work, how: Ending::Removed } => self.did_nothing(*work),
            Event::IdlePeriodStarted { deadline } => self.known.borrow_mut().idle_until = Some(*deadline),
            Event::TimerFired { work } => {
                let known = &mut *self.known.borrow_mut();
                if known.idle.contains(work) {
                    known.timed_out.insert(*work);
                }
            }
            _ => {}
        }
    }
}

/// Counts what the program prints.
impl ConsoleOutput for Recorder {
    fn out(&self, _: &str) {
        self.recording.borrow_mut().printed += 1;
    }

    fn err(&self, _: &str) {
        self.recording.borrow_mut().printed += 1;
    }

    /// What Node's streams write is not counted.
    fn write(&self, _: bool, _: &str) {}
}
