//! The text of the events of a trace.

use std::ops::{Deref, DerefMut};

use posttask::event_loop::AgentId;

/// The category of most events that DevTools reads.
pub(super) const TIMELINE: &str = "devtools.timeline";

/// The category of `RunTask`.
pub(super) const TASKS: &str = "disabled-by-default-devtools.timeline";

/// The only frame.
pub(super) const FRAME: &str = "main";

/// The text of events of an agent. Each agent is a thread of the only process.
pub(super) struct EventText<'a> {
    text: &'a mut Vec<u8>,
    agent: AgentId,
}

impl<'a> EventText<'a> {
    pub(super) fn new(text: &'a mut Vec<u8>, agent: AgentId) -> Self {
        Self { text, agent }
    }
}

impl Deref for EventText<'_> {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        self.text
    }
}

impl DerefMut for EventText<'_> {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        self.text
    }
}

/// The number of the thread of an agent.
pub(super) const fn thread_of(agent: AgentId) -> u64 {
    agent.get() + 1
}

/// Appends the beginning of an event: all that does not depend on its phase. The object is left open.
pub(super) fn begin(text: &mut EventText<'_>, name: &str, category: &str, phase: &str, at: u64) {
    text.extend_from_slice(b"{\"name\":");
    push_string(text, name);
    for part in [",\"cat\":\"", category, "\",\"ph\":\"", phase, "\",\"pid\":1,\"tid\":"] {
        text.extend_from_slice(part.as_bytes());
    }
    let thread = thread_of(text.agent);
    push_number(text, thread);
    text.extend_from_slice(b",\"ts\":");
    push_number(text, at);
}

/// Appends an instant with `args.data`.
pub(super) fn instant(
    text: &mut EventText<'_>,
    name: &str,
    category: &str,
    at: u64,
    data: impl FnOnce(&mut Members<'_>),
) {
    begin(text, name, category, "I", at);
    text.extend_from_slice(b",\"s\":\"t\"");
    push_data(text, data);
    text.push(b'}');
}

/// Appends an event that contains others, up to its duration.
pub(super) fn complete(
    text: &mut EventText<'_>,
    name: &str,
    category: &str,
    at: u64,
    data: impl FnOnce(&mut Members<'_>),
) {
    begin(text, name, category, "X", at);
    push_data(text, data);
}

/// Appends the start (`s`) or the end (`f`) of an arrow. It belongs to the event of the same category and time.
pub(super) fn flow(text: &mut EventText<'_>, phase: &str, id: u64, at: u64) {
    begin(text, "scheduled", TIMELINE, phase, at);
    if phase == "f" {
        text.extend_from_slice(b",\"bp\":\"e\"");
    }
    text.extend_from_slice(b",\"id\":");
    push_number(text, id);
    text.extend_from_slice(b",\"args\":{}}");
}

/// Appends `args.data`.
fn push_data(text: &mut Vec<u8>, data: impl FnOnce(&mut Members<'_>)) {
    text.extend_from_slice(b",\"args\":{\"data\":");
    Members::of(text, data);
    text.push(b'}');
}

pub(super) fn push_number(text: &mut Vec<u8>, number: u64) {
    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

pub(super) fn push_string(text: &mut Vec<u8>, string: &str) {
    let is_plain = string.bytes().all(|byte| (0x20..0x7f).contains(&byte) && byte != b'"' && byte != b'\\');
    if is_plain {
        text.push(b'"');
        text.extend_from_slice(string.as_bytes());
        text.push(b'"');
    } else {
        // Writing to a vector cannot fail.
        let _ = serde_json::to_writer(text, string);
    }
}

/// A JSON string.
pub(super) fn string_literal(string: &str) -> String {
    let mut text = Vec::with_capacity(string.len() + 32);
    push_string(&mut text, string);
    String::from_utf8(text).unwrap_or_default()
}

/// The members of an object.
pub(super) struct Members<'a> {
    text: &'a mut Vec<u8>,
    is_empty: bool,
}

impl<'a> Members<'a> {
    /// Appends an object.
    pub(super) fn of(text: &'a mut Vec<u8>, write: impl FnOnce(&mut Members<'_>)) {
        text.push(b'{');
        write(&mut Members { text: &mut *text, is_empty: true });
        text.push(b'}');
    }

    fn name(&mut self, name: &str) {
        if !std::mem::replace(&mut self.is_empty, false) {
            self.text.push(b',');
        }
        self.text.push(b'"');
        self.text.extend_from_slice(name.as_bytes());
        self.text.extend_from_slice(b"\":");
    }

    pub(super) fn number(&mut self, name: &str, number: u64) {
        self.name(name);
        push_number(self.text, number);
    }

    pub(super) fn string(&mut self, name: &str, string: &str) {
        self.name(name);
        push_string(self.text, string);
    }

    pub(super) fn object(&mut self, name: &str, write: impl FnOnce(&mut Members<'_>)) {
        self.name(name);
        Members::of(self.text, write);
    }

    /// Adds a value that is JSON already.
    pub(super) fn raw(&mut self, name: &str, json: &str) {
        self.name(name);
        self.text.extend_from_slice(json.as_bytes());
    }

    pub(super) fn boolean(&mut self, name: &str, value: bool) {
        self.raw(name, if value { "true" } else { "false" });
    }
}
