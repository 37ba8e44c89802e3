//! Explores the orders of a program.

use std::cell::{Cell, RefCell};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use js_sys::Function;
use posttask::event_loop::{Clock, RealTime, Timestamp};
use posttask::exploration::{Explorer, FailOn, Level, Progress};
use posttask::{Runtime, exploration};
use posttask_reports::exploration::{Report, Settings};
use serde::Serialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::program::Prepared;
use crate::running::LONGEST;
use crate::{call, failed, json};

/// How often the worker is told how far it is.
const PROGRESS: Duration = Duration::from_millis(50);

/// How often the worker gets the report so far, which remains if the exploration is stopped.
const CHECKPOINT: Duration = Duration::from_millis(500);

thread_local! {
    /// The function that is told. What an explorer captures must be shared between threads, and a function cannot be.
    static TELL: RefCell<Option<Function>> = const { RefCell::new(None) };
    /// When it was told last.
    static TOLD: Cell<Option<Timestamp>> = const { Cell::new(None) };
}

/// How far an exploration is.
#[derive(Serialize)]
struct Numbers {
    runs: u64,
    orders: usize,
    outcomes: usize,
    failures: usize,
}

fn tell(kind: &str, text: &str) {
    let function = TELL.with_borrow(Clone::clone);
    if let Some(function) = function {
        call(&function, kind, text);
    }
}

fn tell_progress(progress: Progress, now: Timestamp) {
    if TOLD.get().is_some_and(|told| now < told.after(PROGRESS)) {
        return;
    }
    TOLD.set(Some(now));
    let Progress { runs, orders, outcomes, failures, .. } = progress;
    // Numbers can always be written as JSON.
    tell("progress", &serde_json::to_string(&Numbers { runs, orders, outcomes, failures }).unwrap_or_default());
}

/// Explores a program. `told` is called with progress and reports so far: their kind, and JSON. Returns the report, as
/// `posttask explore --report` writes it.
///
/// # Errors
///
/// If the request is not valid.
#[wasm_bindgen]
pub fn explore(request: &str, told: Function) -> Result<String, JsError> {
    let prepared = Prepared::new(request)?;
    TELL.set(Some(told));
    TOLD.set(None);
    let report = explored(&prepared);
    TELL.set(None);
    report
}

fn explored(prepared: &Prepared) -> Result<String, JsError> {
    let asked = &prepared.request;
    let level: Level = asked.level.parse().map_err(failed)?;
    let clock = RealTime::new();
    let settings = settings(prepared);
    let report = Explorer::new(|runtime: &mut Runtime| Ok(prepared.start(runtime)))
        .main_file(prepared.file())
        .configure(|builder| prepared.configure(builder))
        .orders(level)
        .quirks(asked.quirks().map_err(failed)?)
        .seed(asked.seed)
        .runs(asked.runs)
        .fail_on(if asked.fails_on_difference { FailOn::Difference } else { FailOn::Error })
        .timeout(LONGEST)
        .on_progress(|progress| tell_progress(progress, clock.now()))
        .on_checkpoint(CHECKPOINT, |report| {
            tell("report", &serde_json::to_string(&described(&report, &settings)).unwrap_or_default());
        })
        .explore()
        .map_err(failed)?;
    json(&described(&report, &settings))
}

/// The report, without what only an exploration that is resumed needs.
fn described(report: &exploration::Report, settings: &Settings<'_>) -> Report {
    Report { position: None, ..Report::new(report, settings) }.finish()
}

fn settings(prepared: &Prepared) -> Settings<'_> {
    let asked = &prepared.request;
    let mut hasher = DefaultHasher::new();
    (&asked.source, &asked.file).hash(&mut hasher);
    Settings {
        main_file: prepared.file(),
        source_hash: hasher.finish(),
        host: asked.host_options(),
        shard: None,
        fail_on: if asked.fails_on_difference { "difference" } else { "error" },
        timeout: LONGEST,
        planned_runs: Some(asked.runs),
        // The page has one front end, and no program announces what it uses.
        reduce: "never",
        with_anchors: Box::new(|schedule| schedule),
    }
}
