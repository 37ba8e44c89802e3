//! Long tasks: <https://w3c.github.io/longtasks/>. Off unless the embedder turns them on.

use std::time::Duration;

use boa_engine::object::IntegrityLevel;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::entry_type::{EntryType, reports_long_tasks};
use super::performance_entry::{Entry, PerformanceEntry};
use super::performance_interface::Performance;
use super::timeline::Timeline;
use crate::event_loop::{EventLoop, Timestamp, milliseconds};
use crate::web::webidl::{Interface, Layers, event_loop, interface, interface_prototype, new_object, this_object};

/// A task that takes this long, or longer, is a long task.
const LONG: Duration = Duration::from_millis(50);

/// The state of a `PerformanceLongTaskTiming` beyond that of a `PerformanceEntry`.
#[derive(Trace, Finalize)]
pub(super) struct PerformanceLongTaskTiming {
    attribution: JsObject,
}

interface! {
    PerformanceLongTaskTiming: PerformanceEntry;
    get "attribution" = |timing| timing.attribution.clone();
    raw "toJSON"(0) = to_json;
}

/// The state of a `TaskAttributionTiming`. There are no frames, so all attributes are those of the window itself.
#[derive(Trace, Finalize)]
pub(super) struct TaskAttributionTiming;

interface! {
    TaskAttributionTiming: PerformanceEntry;
    get "containerType" = |_timing| js_string!("window");
    get "containerSrc" = |_timing| js_string!();
    get "containerId" = |_timing| js_string!();
    get "containerName" = |_timing| js_string!();
    raw "toJSON"(0) = attribution_to_json;
}

/// [`toJSON`](https://w3c.github.io/longtasks/#sec-PerformanceLongTaskTiming) of a long task.
fn to_json(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let timing = this_object::<PerformanceLongTaskTiming>(this, "toJSON")?;
    let json = this_object::<PerformanceEntry>(this, "toJSON")?.to_json(context);
    json.create_data_property_or_throw(js_string!("attribution"), timing.attribution.clone(), context)?;
    Ok(json.into())
}

/// [`toJSON`](https://w3c.github.io/longtasks/#sec-TaskAttributionTiming) of an attribution.
fn attribution_to_json(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    this_object::<TaskAttributionTiming>(this, "toJSON")?;
    let json = this_object::<PerformanceEntry>(this, "toJSON")?.to_json(context);
    for (name, value) in [("Type", "window"), ("Src", ""), ("Id", ""), ("Name", "")] {
        json.create_data_property_or_throw(js_string!(format!("container{name}")), js_string!(value), context)?;
    }
    Ok(json.into())
}

/// Registers the interfaces in the current realm, if long tasks are on.
pub(super) fn register(context: &mut Context) -> JsResult<()> {
    if reports_long_tasks(context) {
        PerformanceLongTaskTiming::register(context)?;
        TaskAttributionTiming::register(context)?;
        event_loop(context)?.report_long_tasks(report);
    }
    Ok(())
}

/// [Reports a long task](https://w3c.github.io/longtasks/#report-long-tasks), if the task was long.
fn report(start: Timestamp, end: Timestamp, event_loop: &EventLoop, context: &mut Context) {
    let took = end.duration_since(start);
    if took >= LONG
        && let Err(error) = queue_entry(start, took, context)
    {
        event_loop.report_an_exception(error, context);
    }
}

fn queue_entry(start: Timestamp, took: Duration, context: &mut Context) -> JsResult<()> {
    // Omitted: the attribution to frames and to other windows: there are none.
    let attribution = PerformanceEntry::new(js_string!("unknown"), EntryType::TaskAttribution, 0.0, 0.0);
    let layers = Layers::root(&Gc::new(attribution)).and(&Gc::new(TaskAttributionTiming));
    let attribution = new_object(interface_prototype::<TaskAttributionTiming>(context)?, layers, context);
    let attribution: JsObject = JsArray::from_iter([attribution.into()], context).into();
    attribution.set_integrity_level(IntegrityLevel::Frozen, context)?;
    let (start, duration) = (start.as_milliseconds(), milliseconds(took));
    let state = Gc::new(PerformanceEntry::new(js_string!("self"), EntryType::LongTask, start, duration));
    let layers = Layers::root(&state).and(&Gc::new(PerformanceLongTaskTiming { attribution }));
    let object = new_object(interface_prototype::<PerformanceLongTaskTiming>(context)?, layers, context);
    let timeline = Performance::current(context)?.timeline.clone();
    Timeline::queue(&timeline, Entry { object, state }, context)
}
