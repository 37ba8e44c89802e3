//! Positions in source text that is evaluated with an extra line in front, which the user has not written.
//!
//! The engine gets such source text under its path plus a mark that no file name contains. Wherever the engine reports
//! a position, the mark shows that the line number is too high by one. No list of such source texts is needed.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, Finalize, JsData, JsObject, JsResult, JsString, JsValue, NativeFunction, Trace, js_string};

use crate::event_loop::set_stack_getter;

/// The mark, as an extension of the path.
const MARK: &str = "\0";

/// Returns the path under which the engine gets source text with an extra line.
#[must_use]
pub(crate) fn marked(path: &Path) -> PathBuf {
    path.with_added_extension(MARK)
}

/// Whether a path has the mark.
#[must_use]
pub(crate) fn is_marked(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == MARK)
}

/// Returns the path as the user knows it, without the mark.
#[must_use]
pub(crate) fn unmarked(path: &Path) -> Cow<'_, Path> {
    if is_marked(path) { path.with_extension("").into() } else { path.into() }
}

/// Returns a stack frame of the engine with the position that the user knows. `None` if the position is in the extra
/// line.
#[must_use]
pub(crate) fn user_frame(frame: &str) -> Option<Cow<'_, str>> {
    let mark = format!(".{MARK}");
    let Some((before, place)) = frame.rsplit_once(&mark) else { return Some(frame.into()) };
    let position = place.strip_prefix(':').and_then(|place| place.split_once(':'));
    let position = position.and_then(|(line, column)| Some((line.parse::<u32>().ok()?, column)));
    match position {
        Some((0 | 1, _)) => None,
        Some((line, column)) => Some(format!("{before}:{}:{column}", line - 1).into()),
        // The engine does not know the position.
        None => Some(format!("{before}{place}").into()),
    }
}

/// Marks a realm in which [`correct_stacks`] has run.
#[derive(Trace, Finalize, JsData)]
struct Corrected;

/// Makes the `stack` of errors of the current realm report positions as the user knows them. A second call has no
/// effect.
///
/// # Errors
///
/// Whatever the engine throws if user code has made `stack` impossible to redefine.
pub(crate) fn correct_stacks(context: &mut Context) -> JsResult<()> {
    if context.has_data::<Corrected>() {
        return Ok(());
    }
    context.insert_data(Corrected);
    let prototype = context.intrinsics().constructors().error().prototype();
    let stack = prototype.borrow().properties().get(&js_string!("stack").into());
    let Some(getter) = stack.and_then(|stack| stack.get()?.as_object()) else { return Ok(()) };
    let get_stack = NativeFunction::from_copy_closure_with_captures(get_stack, getter);
    let getter = FunctionObjectBuilder::new(context.realm(), get_stack).name(js_string!("get stack")).build();
    set_stack_getter(getter.clone().into(), context);
    let property = PropertyDescriptor::builder().get(getter);
    prototype.define_property_or_throw(js_string!("stack"), property, context).map(drop)
}

fn get_stack(this: &JsValue, arguments: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let stack = original.call(this, arguments, context)?;
    match stack.as_string() {
        Some(text) if text.contains(MARK.as_bytes()[0]) => {
            let text = text.to_std_string_lossy();
            let frames: String = text.split_inclusive('\n').filter_map(user_frame).collect();
            Ok(JsString::from(frames).into())
        }
        _ => Ok(stack),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{marked, unmarked, user_frame};

    #[test]
    fn lines_in_marked_paths_are_corrected() {
        let path = marked(Path::new("a/b.js"));
        assert_eq!(unmarked(&path), Path::new("a/b.js"));
        assert_eq!(unmarked(Path::new("a/b.js")), Path::new("a/b.js"));
        let frame = |place: &str| format!("    at f ({}{place})\n", path.display());
        assert_eq!(user_frame(&frame(":3:14")).unwrap(), "    at f (a/b.js:2:14)\n");
        assert_eq!(user_frame(&frame(":?:?")).unwrap(), "    at f (a/b.js:?:?)\n");
        assert_eq!(user_frame(&frame(":1:4")), None);
        assert_eq!(user_frame("at f (b.js:1:4)").unwrap(), "at f (b.js:1:4)");
    }
}
