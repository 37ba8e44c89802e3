//! A CPU profile with one sample for each call of a function of the program.
//!
//! DevTools shows the names of functions only if they are in a profile.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::event_text::{EventText, Members, begin, push_number};
use super::function::Function;

/// The category of profiles.
const PROFILER: &str = "disabled-by-default-v8.cpu_profiler";

/// The number of samples in a chunk.
const CHUNK: usize = 1_000;

/// The most functions that get a name.
const MAX_FUNCTIONS: usize = 1 << 16;

/// The samples that have not been written yet.
#[derive(Default)]
pub(super) struct Profile {
    /// The numbers of the functions, by their addresses. They are kept. 1 and 2 are the root and the program.
    functions: FxHashMap<usize, (Arc<Function>, u64)>,
    new_functions: Vec<u8>,
    samples: Vec<u64>,
    deltas: Vec<u64>,
    last: u64,
    has_root: bool,
}

impl Profile {
    /// Appends the event that starts the profile.
    pub(super) fn start(text: &mut EventText<'_>) {
        begin(text, "Profile", PROFILER, "P", 0);
        text.extend_from_slice(b",\"id\":\"0x1\",\"args\":{\"data\":{\"startTime\":0,\"source\":\"Internal\"}}}");
    }

    /// Adds a sample. Returns whether it is time to write a chunk.
    pub(super) fn add(&mut self, at: u64, function: &Arc<Function>) -> bool {
        let Some(node) = self.node(function) else { return false };
        self.samples.push(node);
        self.deltas.push(at - self.last);
        self.last = at;
        self.samples.len() >= CHUNK
    }

    fn node(&mut self, function: &Arc<Function>) -> Option<u64> {
        let address = Arc::as_ptr(function).addr();
        if let Some((_, node)) = self.functions.get(&address) {
            return Some(*node);
        }
        if self.functions.len() >= MAX_FUNCTIONS {
            return None;
        }
        let node = self.functions.len() as u64 + 3;
        self.functions.insert(address, (Arc::clone(function), node));
        let text = &mut self.new_functions;
        text.extend_from_slice(b",");
        Members::of(text, |members| {
            members.number("id", node);
            members.number("parent", 1);
            members.object("callFrame", |frame| {
                frame.string("codeType", "JS");
                frame.string("functionName", &function.name);
                frame.number("scriptId", 0);
                frame.string("url", &function.url);
                frame.number("lineNumber", function.line.into());
                frame.number("columnNumber", function.column.into());
            });
        });
        Some(node)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Appends an event with the samples since the last one.
    pub(super) fn write_chunk(&mut self, text: &mut EventText<'_>) {
        const ROOT: &str = r#"{"id":1,"callFrame":{"codeType":"other","functionName":"(root)","scriptId":0}},"#;
        const PROGRAM: &str =
            r#"{"id":2,"parent":1,"callFrame":{"codeType":"other","functionName":"(program)","scriptId":0}}"#;
        begin(text, "ProfileChunk", PROFILER, "P", self.last);
        text.extend_from_slice(
            b",\"id\":\"0x1\",\"args\":{\"data\":{\"source\":\"Internal\",\"cpuProfile\":{\"nodes\":[",
        );
        if std::mem::replace(&mut self.has_root, true) {
            // Without the first comma.
            text.extend_from_slice(self.new_functions.get(1..).unwrap_or_default());
        } else {
            text.extend_from_slice(ROOT.as_bytes());
            text.extend_from_slice(PROGRAM.as_bytes());
            text.extend_from_slice(&self.new_functions);
        }
        text.extend_from_slice(b"],\"samples\":");
        push_numbers(text, &self.samples);
        text.extend_from_slice(b"},\"timeDeltas\":");
        push_numbers(text, &self.deltas);
        text.extend_from_slice(b"}}}");
        self.new_functions.clear();
        self.samples.clear();
        self.deltas.clear();
    }
}

fn push_numbers(text: &mut Vec<u8>, numbers: &[u64]) {
    text.push(b'[');
    for (index, number) in numbers.iter().enumerate() {
        if index > 0 {
            text.push(b',');
        }
        push_number(text, *number);
    }
    text.push(b']');
}
