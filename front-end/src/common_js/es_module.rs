//! ES modules that are required.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, JsValue, js_string};
use posttask::engine::parse_a_module;
use posttask::internal::engine::{evaluate_at_once, import_at_once, running_bodies, url_of_file, with_code};
use rustc_hash::FxHashSet;

use crate::FrontEnd;
use crate::module_format::{Format, Role};

/// Returns what `require` returns for the ES module at a path: its namespace object, or what it exports under the name
/// `module.exports`. One with a default export also has `__esModule`, as in Node, for compiled code that asks.
///
/// # Errors
///
/// Whatever the module throws, and an error if it, or a module that it imports, awaits at its top level or is running.
pub(super) fn required(
    path: &Path,
    imported_now: &FxHashSet<PathBuf>,
    front_end: &Arc<FrontEnd>,
    context: &mut Context,
) -> JsResult<JsValue> {
    check(path, imported_now, front_end, context)?;
    let url = url_of_file(path).unwrap_or_default();
    let namespace = import_at_once(&url, path, context)?;
    if namespace.has_own_property(js_string!("module.exports"), context)? {
        return namespace.get(js_string!("module.exports"), context);
    }
    let is_marked = namespace.has_own_property(js_string!("__esModule"), context)?;
    if is_marked || !namespace.has_own_property(js_string!("default"), context)? {
        return Ok(namespace.into());
    }
    marked(&url, path, context).map(JsValue::from)
}

/// Returns an error that programs recognize by its code.
pub(crate) fn error_with_code(code: &str, message: String, context: &mut Context) -> JsError {
    with_code(JsNativeError::error().with_message(message).into(), Some(code), context)
}

/// Returns the namespace object of a module with the exports of the one at a URL and `__esModule`.
fn marked(url: &str, path: &Path, context: &mut Context) -> JsResult<JsObject> {
    let quoted = format!("'{}'", url.replace('\'', "%27"));
    let text = format!("export * from {quoted}; export {{ default }} from {quoted}; export const __esModule = true;");
    let module = parse_a_module(&text, path, context)?;
    evaluate_at_once(&module, context)
}

/// Checks that an ES module can be required. `imported_now` are the CommonJS modules that run because an ES module
/// imports them: that module has started, too.
///
/// # Errors
///
/// An error with the code of Node if one of the modules awaits, or is running.
fn check(path: &Path, imported_now: &FxHashSet<PathBuf>, front_end: &FrontEnd, context: &mut Context) -> JsResult<()> {
    let running: Vec<PathBuf> = running_bodies(context).iter().filter_map(|it| dunce::canonicalize(it).ok()).collect();
    let (mut open, mut seen) = (vec![path.to_owned()], FxHashSet::default());
    while let Some(module) = open.pop() {
        if !seen.insert(module.clone()) {
            continue;
        }
        let Ok(file) = front_end.file(&module) else { continue };
        let Ok(compiled) = &file.compiled else { continue };
        let is_common_js = file.format(compiled, Role::Imported) == Format::CommonJs;
        let runs = if is_common_js { imported_now.contains(&module) } else { running.contains(&module) };
        if runs {
            return Err(is_running(&module, path, context));
        }
        if !is_common_js && compiled.awaits {
            let why = format!("{} awaits at its top level: use import() instead", module.display());
            return Err(refusal("ERR_REQUIRE_ASYNC_MODULE", path, &why, context));
        }
        if !is_common_js {
            open.extend(front_end.imports_of(&module));
        }
    }
    Ok(())
}

/// The error of an ES module at `path` that cannot be required because `module`, which it is or imports, is running.
pub(super) fn is_running(module: &Path, path: &Path, context: &mut Context) -> JsError {
    refusal("ERR_REQUIRE_CYCLE_MODULE", path, &format!("{} is running", module.display()), context)
}

fn refusal(code: &str, path: &Path, why: &str, context: &mut Context) -> JsError {
    error_with_code(code, format!("cannot require {}: {why}", path.display()), context)
}
