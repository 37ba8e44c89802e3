//! The detectors, on programs.

mod background_never_ran;
mod documented;
mod idle_overrun;
mod late_abort;
mod leaked_signal;
mod long_task;
mod options;
mod priority_inversion;
mod scale;
mod starvation;
mod timer_overdue;
mod unbounded_microtasks;
mod unread_stream;
mod warnings;
mod yield_chain;

use std::rc::Rc;
use std::task::Waker;
use std::time::{Duration, SystemTime};

use posttask::event_loop::{Clock, Parker, Timestamp, Turn, VirtualTime};
use posttask::trace::{Detail, Recorder};
use posttask::{Runtime, SourceKind};

use super::{Diagnostics, WarnOptions, Warning};

/// A program that runs for ever is stopped after this number of turns.
const MOST_TURNS: usize = 3000;

/// Virtual time, of which one millisecond passes whenever a program reads the clock.
struct ReadingTakesTime(VirtualTime);

impl Clock for ReadingTakesTime {
    fn now(&self) -> Timestamp {
        self.0.now()
    }

    fn read(&self) -> Timestamp {
        self.0.advance(Duration::from_millis(1));
        self.now()
    }

    fn origin(&self) -> SystemTime {
        self.0.origin()
    }

    fn is_virtual(&self) -> bool {
        true
    }
}

impl Parker for ReadingTakesTime {
    fn park(&self, until: Option<Timestamp>) {
        self.0.park(until);
    }

    fn unparker(&self) -> Waker {
        self.0.unparker()
    }
}

/// A function that runs for some milliseconds.
const BUSY: &str = "globalThis.busy = milliseconds => { while (milliseconds-- > 0) performance.now(); }";

/// Runs a script, to its end or for some turns.
fn diagnostics(program: &str, options: &str, turns: usize) -> Diagnostics {
    diagnostics_of(program, SourceKind::Script, options, turns)
}

/// Runs a program, to its end or for some turns.
fn diagnostics_of(program: &str, kind: SourceKind, options: &str, turns: usize) -> Diagnostics {
    let options: WarnOptions = options.parse().unwrap();
    let clock = Rc::new(ReadingTakesTime(VirtualTime::new()));
    let mut runtime = Runtime::builder().time(clock).build().unwrap();
    runtime.run_script(BUSY).unwrap();
    let recorder =
        Rc::new(Recorder::new(Diagnostics::new(&options), Detail { names: true, signals: true, ..Detail::default() }));
    runtime.event_loop().set_observer(Some(Rc::clone(&recorder) as _));
    runtime.start_source(program, "app.js".as_ref(), kind);
    for _ in 0..turns {
        if runtime.turn() != Turn::Idle {
            continue;
        }
        match runtime.event_loop().next_due() {
            Some(due) if runtime.has_work() => runtime.event_loop().sleep(Some(due)),
            _ => break,
        }
    }
    assert_eq!(runtime.uncaught_count(), 0, "{program}");
    recorder.sink_mut().finish(runtime.event_loop().now());
    drop(runtime.event_loop().set_observer(None));
    Rc::into_inner(recorder).unwrap().into_sink()
}

/// The warnings about a program, as text.
fn warnings(program: &str, options: &str) -> Vec<String> {
    diagnostics(program, options, MOST_TURNS).warnings().iter().map(Warning::to_string).collect()
}

/// Checks that the detectors that are on by default say this about a program.
#[track_caller]
fn speaks(program: &str, expected: &[&str]) {
    assert_eq!(warnings(program, "all"), expected, "{program}");
}

/// Checks that the detectors that are on by default say nothing about a program.
#[track_caller]
fn is_silent(program: &str) {
    speaks(program, &[]);
}

/// The places of the warnings about a program, such as `setTimeout 'tick' at app.js:1:1`.
fn places(program: &str, options: &str) -> Vec<Vec<String>> {
    let text = |place: &super::warning::Place| match &place.location {
        Some(location) => format!("{} at {location}", place.label),
        None => place.label.clone(),
    };
    let warnings = diagnostics(program, options, MOST_TURNS).warnings();
    warnings.iter().map(|warning| warning.places.iter().map(text).collect()).collect()
}
