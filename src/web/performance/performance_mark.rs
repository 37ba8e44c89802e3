//! `PerformanceMark`: <https://w3c.github.io/user-timing/#performancemark>.

use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::entry_type::EntryType;
use super::high_resolution_time::current_high_resolution_time;
use super::performance_entry::{Entry, PerformanceEntry};
use super::timeline::Timeline;
use super::user_timing_event;
use crate::web::html::structured_clone;
use crate::web::webidl::{
    Dictionary, Layers, double, implements, interface, interface_prototype, new_object, prototype_of_new_target,
    type_error,
};

/// The state of a `PerformanceMark` beyond that of a `PerformanceEntry`.
#[derive(Trace, Finalize)]
pub(crate) struct PerformanceMark {
    detail: JsValue,
}

interface! {
    PerformanceMark: PerformanceEntry;
    constructor(1) = construct_mark;
    get "detail" = |mark| mark.detail.clone();
}

/// Returns the `detail` of an entry: a clone of the given value, or `null`.
pub(super) fn clone_detail(given: Option<JsValue>, context: &mut Context) -> JsResult<JsValue> {
    match given {
        Some(detail) if !detail.is_null() => structured_clone::clone(&detail, context),
        _ => Ok(JsValue::null()),
    }
}

pub(super) fn negative(what: &str) -> JsError {
    type_error(format!("{what} must not be negative"))
}

/// [The PerformanceMark constructor](https://w3c.github.io/user-timing/#the-performancemark-constructor). Calls
/// `prototype` after the arguments have been converted.
fn create_mark(
    arguments: &[JsValue],
    context: &mut Context,
    prototype: impl FnOnce(&mut Context) -> JsResult<JsObject>,
) -> JsResult<Entry> {
    let name = arguments.get_or_undefined(0).to_string(context)?;
    let options = Dictionary::from_value(arguments.get_or_undefined(1), "PerformanceMark")?;
    // Members are converted in alphabetical order. The detail is only cloned if everything else is valid.
    let given = options.get(js_string!("detail"), context)?;
    let start_time = options.convert(&js_string!("startTime"), context, double)?;
    let prototype = prototype(context)?;
    // Omitted: step 1, the names of `PerformanceTiming` attributes: they are only reserved in windows.
    let start_time = start_time.map_or_else(|| current_high_resolution_time(context), Ok)?;
    if start_time < 0.0 {
        return Err(negative("startTime"));
    }
    let detail = clone_detail(given, context)?;
    let state = Gc::new(PerformanceEntry::new(name, EntryType::Mark, start_time, 0.0));
    let layers = Layers::root(&state).and(&Gc::new(PerformanceMark { detail }));
    Ok(Entry { object: new_object(prototype, layers, context), state })
}

fn construct_mark(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let prototype = |context: &mut Context| prototype_of_new_target::<PerformanceMark>(new_target, context);
    Ok(create_mark(arguments, context, prototype)?.object.clone())
}

/// [`mark`](https://w3c.github.io/user-timing/#mark-method).
pub(super) fn mark(timeline: &Gc<Timeline>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let entry = create_mark(arguments, context, |context| interface_prototype::<PerformanceMark>(context))?;
    let object = entry.object.clone();
    if let Some(mark) = implements::<PerformanceMark>(&object.clone().into()) {
        user_timing_event::notify(&entry.state, &mark.detail, context)?;
    }
    Timeline::queue(timeline, entry, context)?;
    Ok(object)
}
