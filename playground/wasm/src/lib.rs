//! posttask as WebAssembly, for the page in `playground/`. A Web Worker calls the functions here; requests and results
//! are JSON, in the form that `playground/src/engine/protocol.ts` declares.
//!
//! A panic ends the instance: the worker starts another one.

mod comparing;
mod compiling;
mod ending;
mod exploring;
mod instruments;
mod output;
mod program;
mod request;
mod running;
mod timelines;

pub use comparing::compare;
pub use compiling::compiled;
pub use exploring::explore;
pub use running::Run;
pub use timelines::timelines;

use std::fmt::Display;

use js_sys::Reflect;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// Makes a panic set the property `panicked` of the global object to its message. To be called once.
#[wasm_bindgen]
pub fn set_up() {
    std::panic::set_hook(Box::new(|panic| {
        // The worker reads it when it catches the exception of the panic. If it is not there, it has no message.
        let _ = Reflect::set(&js_sys::global(), &"panicked".into(), &panic.to_string().into());
    }));
}

/// An exception for the worker.
fn failed(error: impl Display) -> JsError {
    JsError::new(&error.to_string())
}

/// A result as JSON text.
fn json(value: &impl serde::Serialize) -> Result<String, JsError> {
    serde_json::to_string(value).map_err(failed)
}

/// Calls a function of the worker. What it throws is lost: there is nobody else to tell.
fn call(function: &js_sys::Function, kind: &str, text: &str) {
    let _ = function.call2(&JsValue::NULL, &kind.into(), &text.into());
}
