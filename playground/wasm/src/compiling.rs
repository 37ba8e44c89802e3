//! Compiles a program for the browser itself.

use posttask::Runtime;
use serde::Serialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::program::Prepared;
use crate::{failed, json};

/// A program that a browser can run.
#[derive(Serialize)]
struct Compiled {
    /// JavaScript: TypeScript and JSX are compiled.
    text: String,
    /// Whether it is a module.
    module: bool,
}

/// Compiles a program for the browser itself.
///
/// # Errors
///
/// If the program does not compile, or the request is not valid.
#[wasm_bindgen]
pub fn compiled(request: &str) -> Result<String, JsError> {
    let prepared = Prepared::new(request)?;
    let mut runtime = prepared.configure(Runtime::builder()).virtual_time().build().map_err(failed)?;
    let module = prepared.parse(&mut runtime).is_module();
    json(&Compiled { text: prepared.browser_text().map_err(failed)?, module })
}
