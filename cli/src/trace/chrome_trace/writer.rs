//! Writes events with times that grow, and closes what is open when the process ends.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use posttask::event_loop::{AgentId, Clock, RealTime, Timestamp};
use posttask_reports::GrowingClock;

use super::background_file::BackgroundFile;
use super::event_text::{EventText, TIMELINE, begin};
use super::function::Function;
use super::json_file::JsonFile;
use super::profile::Profile;

/// All traces that are being written. The process may end on a thread that has none of them.
static OPEN: Mutex<Vec<Weak<Mutex<TraceWriter>>>> = Mutex::new(Vec::new());

/// Ends all traces, because the process is about to end.
pub(crate) fn close_all_traces() {
    let open = std::mem::take(&mut *lock(&OPEN));
    for trace in open.iter().filter_map(Weak::upgrade) {
        lock(&trace).close();
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a trace.
pub(super) struct TraceWriter {
    file: BackgroundFile,
    clock: GrowingClock,
    /// The agent that runs.
    agent: AgentId,
    /// The events that have begun and not ended, outermost first: where their text starts in `open_text`, and when.
    open: Vec<(usize, u64)>,
    /// The events that have begun, without their duration.
    open_text: Vec<u8>,
    is_virtual: bool,
    /// When the last task began: by the loop's clock, and in reality. If the process ends before the task does, its
    /// duration is known. `None` under virtual time.
    task_began: Option<(Timestamp, Timestamp)>,
    real: RealTime,
    profile: Profile,
}

impl TraceWriter {
    /// Creates the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created or written.
    pub(super) fn create(path: &Path, start: &str, is_virtual: bool) -> io::Result<Arc<Mutex<Self>>> {
        let file = BackgroundFile::new(JsonFile::create(path, start)?)?;
        let writer = Self {
            file,
            clock: GrowingClock::default(),
            agent: AgentId::MAIN,
            open: Vec::new(),
            open_text: Vec::new(),
            is_virtual,
            task_began: None,
            real: RealTime::new(),
            profile: Profile::default(),
        };
        let writer = Arc::new(Mutex::new(writer));
        lock(&OPEN).push(Arc::downgrade(&writer));
        Ok(writer)
    }

    /// The time in a trace for an event that happens now.
    pub(super) fn stamp(&mut self, now: Timestamp) -> u64 {
        self.clock.stamp(now)
    }

    /// From now on, events are those of this agent. Those of the agent that has run before end.
    pub(super) fn switch_to(&mut self, agent: AgentId, now: Timestamp) {
        if self.agent != agent {
            self.end_to(0, now);
            self.agent = agent;
        }
    }

    /// The agent that runs.
    pub(super) fn agent(&self) -> AgentId {
        self.agent
    }

    /// Adds an event of the agent that runs: `write` appends an object.
    pub(super) fn add(&mut self, write: impl FnOnce(&mut EventText<'_>)) {
        self.add_to(self.agent, write);
    }

    /// Adds an event of an agent: `write` appends an object.
    pub(super) fn add_to(&mut self, agent: AgentId, write: impl FnOnce(&mut EventText<'_>)) {
        self.file.add(|text| write(&mut EventText::new(text, agent)));
    }

    /// Begins an event that contains those that follow. `write` gets the time, and appends an object without `dur` and
    /// without its closing brace.
    pub(super) fn begin(&mut self, now: Timestamp, write: impl FnOnce(u64, &mut EventText<'_>)) -> u64 {
        if self.open.is_empty() && !self.is_virtual {
            self.task_began = Some((now, self.real.now()));
        }
        let at = self.stamp(now);
        self.open.push((self.open_text.len(), at));
        write(at, &mut EventText::new(&mut self.open_text, self.agent));
        at
    }

    /// Begins a call of a function of the program, which gets a sample in the profile.
    pub(super) fn begin_call(&mut self, now: Timestamp, function: &Arc<Function>) {
        self.begin(now, |at, text| {
            begin(text, "FunctionCall", TIMELINE, "X", at);
            text.extend_from_slice(b",\"args\":{\"data\":");
            text.extend_from_slice(&function.call);
            text.push(b'}');
        });
        // The profile is that of the thread of the program.
        if self.agent != AgentId::MAIN {
            return;
        }
        // The sample must be within the call.
        let at = self.stamp(now);
        if self.profile.add(at, function) {
            self.write_profile();
        }
    }

    fn write_profile(&mut self) {
        if !self.profile.is_empty() {
            self.file.add(|text| self.profile.write_chunk(&mut EventText::new(text, AgentId::MAIN)));
        }
    }

    /// The time at which the innermost event began. `None` if none has.
    pub(super) fn began(&self) -> Option<u64> {
        self.open.last().map(|(_, at)| *at)
    }

    /// The number of events that have begun and not ended.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Ends events until only `depth` are open.
    pub(super) fn end_to(&mut self, depth: usize, now: Timestamp) {
        while self.open.len() > depth {
            self.end_with(now, |_| {});
        }
    }

    /// Ends the innermost event. `write` appends members to the object, each with a comma before it.
    pub(super) fn end_with(&mut self, now: Timestamp, write: impl FnOnce(&mut Vec<u8>)) {
        let Some((start, began)) = self.open.pop() else { return };
        let duration = self.stamp(now) - began;
        let text = &self.open_text[start..];
        self.file.add(|file| {
            file.extend_from_slice(text);
            file.extend_from_slice(b",\"dur\":");
            file.extend_from_slice(itoa::Buffer::new().format(duration).as_bytes());
            write(file);
            file.push(b'}');
        });
        self.open_text.truncate(start);
    }

    /// Lets what has been collected be written.
    pub(super) fn flush(&mut self) {
        self.write_profile();
        self.file.flush();
    }

    /// Ends all events, and writes everything.
    pub(super) fn close(&mut self) {
        let now = self.task_began.map(|(now, began)| now.after(self.real.now().duration_since(began)));
        while let Some((start, _)) = self.open.last() {
            let has_args = memchr::memmem::find(&self.open_text[*start..], b"\"args\":").is_some();
            let args: &[u8] = if has_args { b"" } else { b",\"args\":{}" };
            self.end_with(now.unwrap_or_default(), |text| text.extend_from_slice(args));
        }
        self.write_profile();
        self.file.close();
    }

    /// The first error in writing the file, after it has been closed.
    pub(super) fn error(&self) -> Option<&io::Error> {
        self.file.error()
    }
}

impl Drop for TraceWriter {
    fn drop(&mut self) {
        self.close();
    }
}
