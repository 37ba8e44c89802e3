//! The timelines of two orders of a program.

use std::rc::Rc;

use posttask::Runtime;
use posttask::event_loop::Observer;
use posttask::exploration::{Following, Schedule};
use posttask::trace::Recorder;
use posttask_reports::Silent;
use posttask_reports::timeline::{Timeline, data};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::instruments::Instruments;
use crate::program::Prepared;
use crate::running::LONGEST;
use crate::{failed, json};

/// The data of the timeline page for the usual order of a program and the one that the request names.
///
/// # Errors
///
/// If the request is not valid.
#[wasm_bindgen]
pub fn timelines(request: &str) -> Result<String, JsError> {
    let prepared = Prepared::new(request)?;
    let order = prepared.request.order.parse().map_err(failed)?;
    let mut usual = record(&prepared, &Schedule::default(), "usual order")?;
    let mut other = record(&prepared, &order, "this order")?;
    json(&data(&prepared.request.file, true, &mut [&mut usual, &mut other]))
}

fn record(prepared: &Prepared, order: &Schedule, name: &str) -> Result<Timeline, JsError> {
    let following = Following::new(order, prepared.file());
    let builder = prepared.configure(Runtime::builder()).console(Rc::new(Silent)).error_sink(Rc::new(Silent));
    let quirks = prepared.request.quirks().map_err(failed)?;
    let mut runtime = following.configure_as(builder, quirks, prepared.request.seed).build().map_err(failed)?;
    following.limit(&mut runtime);
    let recorder = Rc::new(Recorder::new(Instruments::new(name, true), Instruments::DETAIL));
    let observers: Vec<Rc<dyn Observer>> = vec![following.observer(), Rc::clone(&recorder) as _];
    runtime.event_loop().set_observer(Some(Rc::new(observers)));
    let main = prepared.start(&mut runtime);
    following.drive(&mut runtime, &|| main.is_done(), LONGEST);
    runtime.event_loop().set_observer(None);
    drop(runtime);
    let recorder = Rc::try_unwrap(recorder).map_err(|_| JsError::new("the recorder is still in use"))?;
    Ok(recorder.into_sink().finish(&prepared.request.file).2)
}
