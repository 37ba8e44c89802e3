//! `PerformanceMeasure`: <https://w3c.github.io/user-timing/#performancemeasure>.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::entry_type::EntryType;
use super::high_resolution_time::current_high_resolution_time;
use super::performance_entry::{Entry, PerformanceEntry};
use super::performance_mark::{clone_detail, negative};
use super::timeline::Timeline;
use super::user_timing_event;
use crate::web::dom::{DomException, DomExceptionName};
use crate::web::html::is_worker;
use crate::web::webidl::{
    Description, Dictionary, Layers, double, interface, interface_prototype, new_object, type_error,
};

/// The state of a `PerformanceMeasure` beyond that of a `PerformanceEntry`.
#[derive(Trace, Finalize)]
pub(crate) struct PerformanceMeasure {
    detail: JsValue,
}

interface! {
    PerformanceMeasure: PerformanceEntry;
    get "detail" = |measure| measure.detail.clone();
}

/// The start or the end of a measure: the name of a mark, or milliseconds since the time origin. A duration is
/// converted like the latter.
enum Moment {
    Mark(JsString),
    Time(f64),
}

impl Moment {
    fn from_value(value: &JsValue, what: Description<'_>, context: &mut Context) -> JsResult<Self> {
        if value.is_number() {
            double(value, what, context).map(Self::Time)
        } else {
            value.to_string(context).map(Self::Mark)
        }
    }

    /// [Converts a mark to a timestamp](https://w3c.github.io/user-timing/#convert-a-mark-to-a-timestamp).
    fn resolve(&self, timeline: &Timeline, context: &mut Context) -> JsResult<f64> {
        match self {
            Self::Time(time) if *time < 0.0 => Err(negative("a timestamp or duration")),
            Self::Time(time) => Ok(*time),
            Self::Mark(name) => timestamp_of_mark(name, timeline, context),
        }
    }
}

/// The names of the attributes of `PerformanceTiming`, which no mark has in a browser's window.
const NAVIGATION_TIMES: [&str; 21] = [
    "navigationStart",
    "unloadEventStart",
    "unloadEventEnd",
    "redirectStart",
    "redirectEnd",
    "fetchStart",
    "domainLookupStart",
    "domainLookupEnd",
    "connectStart",
    "connectEnd",
    "secureConnectionStart",
    "requestStart",
    "responseStart",
    "responseEnd",
    "domLoading",
    "domInteractive",
    "domContentLoadedEventStart",
    "domContentLoadedEventEnd",
    "domComplete",
    "loadEventStart",
    "loadEventEnd",
];

fn timestamp_of_mark(name: &JsString, timeline: &Timeline, context: &mut Context) -> JsResult<f64> {
    let is_navigation_time = NAVIGATION_TIMES.iter().any(|time| *name == **time);
    // [Converting a name to a timestamp](https://w3c.github.io/user-timing/#convert-a-name-to-a-timestamp), step 1.
    if is_navigation_time && is_worker(context) {
        let message = format!("a worker has no '{}': only windows are navigated", name.to_std_string_escaped());
        return Err(type_error(message));
    }
    let mark = timeline.buffer.borrow().latest(EntryType::Mark, name).map(|mark| mark.state.start_time);
    // Step 2. The other times do not exist, because no program is navigated to.
    let mark = mark.or_else(|| (*name == *"navigationStart").then_some(0.0));
    mark.ok_or_else(|| {
        let message = format!("there is no mark '{}'", name.to_std_string_escaped());
        DomException::error(DomExceptionName::Syntax, &message, context)
    })
}

/// `PerformanceMeasureOptions`.
#[derive(Default)]
struct MeasureOptions {
    start: Option<Moment>,
    end: Option<Moment>,
    duration: Option<Moment>,
    detail: Option<JsValue>,
}

impl MeasureOptions {
    fn from_value(value: &JsValue, context: &mut Context) -> JsResult<Self> {
        let options = Dictionary::from_value(value, "Performance.measure")?;
        let detail = options.get(js_string!("detail"), context)?;
        let duration = options.convert(&js_string!("duration"), context, double)?.map(Moment::Time);
        let end = options.convert(&js_string!("end"), context, Moment::from_value)?;
        let start = options.convert(&js_string!("start"), context, Moment::from_value)?;
        Ok(Self { start, end, duration, detail })
    }

    fn is_empty(&self) -> bool {
        self.start.is_none() && self.end.is_none() && self.duration.is_none() && self.detail.is_none()
    }

    /// Step 1 of `measure`: checks which members are given together.
    fn check(&self, has_end_mark: bool) -> JsResult<()> {
        if self.is_empty() {
            return Ok(());
        }
        if has_end_mark {
            return Err(type_error("an end mark cannot be given together with options"));
        }
        match (&self.start, &self.end, &self.duration) {
            (None, None, _) => Err(type_error("either start or end must be given")),
            (Some(_), Some(_), Some(_)) => Err(type_error("start, end and duration cannot all be given")),
            _ => Ok(()),
        }
    }

    /// Step 2 of `measure`: computes the end time.
    fn end_time(&self, end_mark: Option<&Moment>, timeline: &Timeline, context: &mut Context) -> JsResult<f64> {
        match (end_mark.or(self.end.as_ref()), &self.start, &self.duration) {
            (Some(end), ..) => end.resolve(timeline, context),
            (None, Some(start), Some(duration)) => {
                Ok(start.resolve(timeline, context)? + duration.resolve(timeline, context)?)
            }
            _ => current_high_resolution_time(context),
        }
    }

    /// Step 3 of `measure`: computes the start time. A start mark is never given together with options.
    fn start_time(&self, start_mark: Option<&Moment>, timeline: &Timeline, context: &mut Context) -> JsResult<f64> {
        match (start_mark.or(self.start.as_ref()), &self.end, &self.duration) {
            (Some(start), ..) => start.resolve(timeline, context),
            (None, Some(end), Some(duration)) => {
                Ok(end.resolve(timeline, context)? - duration.resolve(timeline, context)?)
            }
            _ => Ok(0.0),
        }
    }
}

/// [`measure`](https://w3c.github.io/user-timing/#measure-method).
pub(super) fn measure(timeline: &Gc<Timeline>, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let name = arguments[0].to_string(context)?;
    let (second, third) = (arguments.get_or_undefined(1), arguments.get_or_undefined(2));
    let mut options = MeasureOptions::default();
    let mut start_mark = None;
    if second.is_object() {
        options = MeasureOptions::from_value(second, context)?;
    } else if !second.is_null_or_undefined() {
        start_mark = Some(Moment::Mark(second.to_string(context)?));
    }
    let end_mark = if third.is_undefined() { None } else { Some(Moment::Mark(third.to_string(context)?)) };
    options.check(end_mark.is_some())?;
    let end_time = options.end_time(end_mark.as_ref(), timeline, context)?;
    let start_time = options.start_time(start_mark.as_ref(), timeline, context)?;
    // Step 9.
    let detail = clone_detail(options.detail, context)?;
    let duration = end_time - start_time;
    let state = Gc::new(PerformanceEntry::new(name, EntryType::Measure, start_time, duration));
    user_timing_event::notify(&state, &detail, context)?;
    let layers = Layers::root(&state).and(&Gc::new(PerformanceMeasure { detail }));
    let prototype = interface_prototype::<PerformanceMeasure>(context)?;
    let object = new_object(prototype, layers, context);
    Timeline::queue(timeline, Entry { object: object.clone(), state }, context)?;
    Ok(object)
}
