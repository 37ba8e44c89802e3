//! The data of a timeline, in columns: 100,000 objects with the same members would be several times as long.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

/// Texts, each once.
#[derive(Default)]
pub(super) struct Strings {
    list: Vec<Rc<str>>,
    numbers: FxHashMap<Rc<str>, usize>,
}

impl Strings {
    /// Returns the number of a text.
    pub(super) fn add(&mut self, text: &str) -> usize {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let (text, number): (Rc<str>, _) = (text.into(), self.list.len());
        self.list.push(Rc::clone(&text));
        self.numbers.insert(text, number);
        number
    }
}

impl Serialize for Strings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

/// Call stacks, each once.
#[derive(Default)]
pub(super) struct Stacks {
    list: Vec<Rc<[String]>>,
    numbers: FxHashMap<Rc<[String]>, usize>,
}

impl Stacks {
    /// Returns the number of a stack.
    pub(super) fn add(&mut self, stack: &Rc<[String]>) -> usize {
        let next = self.list.len();
        let number = *self.numbers.entry(Rc::clone(stack)).or_insert(next);
        if number == next {
            self.list.push(Rc::clone(stack));
        }
        number
    }
}

impl Serialize for Stacks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

/// Pieces of work. Texts and stacks are numbers, and times are in microseconds.
#[derive(Default, Serialize)]
pub(super) struct WorkColumns {
    pub(super) id: Vec<i64>,
    pub(super) kind: Vec<usize>,
    pub(super) name: Vec<Option<usize>>,
    /// When the work started, or at the end: 0 is `user-blocking`, and 2 is `background`.
    pub(super) priority: Vec<Option<u8>>,
    pub(super) scheduled: Vec<u64>,
    pub(super) ready: Vec<Option<u64>>,
    pub(super) started: Vec<Option<u64>>,
    pub(super) ended: Vec<Option<u64>>,
    pub(super) how: Vec<Option<u8>>,
    pub(super) by: Vec<Option<i64>>,
    pub(super) place: Vec<Option<usize>>,
    pub(super) stack: Vec<Option<usize>>,
    pub(super) delay: Vec<Option<u64>>,
    pub(super) signal: Vec<Option<usize>>,
    pub(super) why: Vec<Option<usize>>,
    /// The worker; `None` for the program.
    pub(super) worker: Vec<Option<usize>>,
}

impl WorkColumns {
    /// Adds a row, and returns its number.
    pub(super) fn add(&mut self, id: i64, kind: usize, scheduled: u64) -> usize {
        self.id.push(id);
        self.kind.push(kind);
        self.scheduled.push(scheduled);
        for column in [&mut self.name, &mut self.place, &mut self.stack, &mut self.signal, &mut self.why] {
            column.push(None);
        }
        for column in [&mut self.ready, &mut self.started, &mut self.ended, &mut self.delay] {
            column.push(None);
        }
        self.priority.push(None);
        self.worker.push(None);
        self.how.push(None);
        self.by.push(None);
        self.id.len() - 1
    }
}

/// Microtask checkpoints.
#[derive(Default, Serialize)]
pub(super) struct Checkpoints {
    within: Vec<Option<i64>>,
    start: Vec<u64>,
    end: Vec<u64>,
    microtasks: Vec<usize>,
}

impl Checkpoints {
    /// Adds a checkpoint that has not ended.
    pub(super) fn start(&mut self, at: u64, within: Option<i64>) {
        self.within.push(within);
        self.start.push(at);
        self.end.push(at);
        self.microtasks.push(0);
    }

    /// Ends the last checkpoint.
    pub(super) fn end(&mut self, at: u64, microtasks: usize) {
        if let (Some(end), Some(count)) = (self.end.last_mut(), self.microtasks.last_mut()) {
            (*end, *count) = (at, microtasks);
        }
    }
}

/// What happened at a time.
#[derive(Default, Serialize)]
pub(super) struct Marks {
    at: Vec<u64>,
    kind: Vec<usize>,
    text: Vec<usize>,
    work: Vec<Option<i64>>,
}

impl Marks {
    pub(super) fn add(&mut self, at: u64, kind: usize, text: usize, work: Option<i64>) {
        self.at.push(at);
        self.kind.push(kind);
        self.text.push(text);
        self.work.push(work);
    }
}
