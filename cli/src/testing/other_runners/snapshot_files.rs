//! Reads and writes files with snapshots.

use std::io::ErrorKind;
use std::path::Path;

use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};
use posttask_front_end::bounded_file::{LARGEST_SOURCE, read_ordinary};

use super::functions::{Function, path, text};
use crate::testing::session::runner;

pub(super) const FUNCTIONS: &[Function] = &[("readFile", read), ("writeFile", write), ("removeFile", remove)];

/// `readFile(path)` returns the text of a file; `null` if there is none.
fn read(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let path = path(arguments, 0)?;
    match read_ordinary(&path, LARGEST_SOURCE) {
        Ok(bytes) => Ok(JsString::from(String::from_utf8_lossy(&bytes).as_ref()).into()),
        Err(_) if !path.exists() => Ok(JsValue::null()),
        Err(error) => Err(failed("read", &path, &error)),
    }
}

/// `writeFile(path, text)` writes a file, and creates its folder. In an exploration, nothing is written: its runs must
/// not see each other's files.
fn write(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (path, text) = (path(arguments, 0)?, text(arguments, 1)?);
    if runner(context)?.host().choices.is_some() {
        return Ok(JsValue::undefined());
    }
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = folder.and_then(|()| std::fs::write(&path, text));
    written.map(|()| JsValue::undefined()).map_err(|error| failed("write", &path, &error))
}

/// `removeFile(path)` removes a file, if it is there.
fn remove(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let path = path(arguments, 0)?;
    if runner(context)?.host().choices.is_some() {
        return Ok(JsValue::undefined());
    }
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failed("remove", &path, &error)),
        _ => Ok(JsValue::undefined()),
    }
}

fn failed(what: &str, path: &Path, error: &dyn std::fmt::Display) -> boa_engine::JsError {
    JsNativeError::error().with_message(format!("cannot {what} {}: {error}", path.display())).into()
}
