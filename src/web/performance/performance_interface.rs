//! The `Performance` interface: the clock and the methods of the timeline.

use boa_engine::object::ObjectInitializer;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::entry_filter::Filter;
use super::entry_type::EntryType;
use super::high_resolution_time::{current_high_resolution_time, time_origin};
use super::performance_entry::to_array;
use super::timeline::Timeline;
use super::{performance_mark, performance_measure};
use crate::event_loop::in_realm;
use crate::web::dom::{EventTarget, event_handler_attribute, event_handler_name};
use crate::web::html::{GlobalScope, define_replaceable};
use crate::web::webidl::{Interface, attribute_name, interface, interface_prototype, type_error, unsigned_long};

/// The state of a `Performance` object.
#[derive(Trace, Finalize)]
pub(crate) struct Performance {
    pub(super) timeline: Gc<Timeline>,
    target: Gc<EventTarget>,
}

interface! {
    Performance: EventTarget;
    operation "now"() = |_performance, context| current_high_resolution_time(context)?;
    get "timeOrigin" = |_performance, context| time_origin(context)?;
    operation "toJSON"() = |_performance, context| to_json(context)?;
    operation "getEntries"() = |performance, context| performance.entries(&Filter::default(), context);
    operation "getEntriesByType"(1) = get_entries_by_type;
    operation "getEntriesByName"(1) = get_entries_by_name;
    operation "mark"(1) = |performance: &Gc<Performance>, arguments, context| {
        performance_mark::mark(&performance.timeline, arguments, context)
    };
    operation "clearMarks"(0) = |performance, arguments, context| {
        clear(performance, EntryType::Mark, arguments, context)
    };
    operation "measure"(1) = |performance: &Gc<Performance>, arguments, context| {
        performance_measure::measure(&performance.timeline, arguments, context)
    };
    operation "clearResourceTimings"() = |performance| performance.clear_resource_timings();
    operation "setResourceTimingBufferSize"(1) = set_buffer_size;
    with = |builder| event_handler_attribute::<Performance>(builder, event_handler_name!("resourcetimingbufferfull"));
    operation "clearMeasures"(0) = |performance, arguments, context| {
        clear(performance, EntryType::Measure, arguments, context)
    };
}

/// The `Performance` of a realm.
#[derive(Trace, Finalize, JsData)]
struct OfRealm(Gc<Performance>);

impl Performance {
    /// Returns the `Performance` of the current realm.
    pub(super) fn current(context: &Context) -> JsResult<Gc<Self>> {
        let host_defined = context.realm().host_defined();
        let performance = host_defined.get::<OfRealm>().map(|performance| performance.0.clone());
        performance.ok_or_else(|| type_error("Performance is not registered in this realm"))
    }

    pub(super) fn target(&self) -> &EventTarget {
        &self.target
    }

    /// Returns the matching entries as a JavaScript array.
    fn entries(&self, filter: &Filter, context: &mut Context) -> JsArray {
        let entries = self.timeline.buffer.borrow().matching(filter);
        to_array(&entries, context)
    }

    /// [`clearResourceTimings`](https://w3c.github.io/resource-timing/#dom-performance-clearresourcetimings).
    fn clear_resource_timings(&self) {
        self.timeline.buffer.borrow_mut().clear(EntryType::Resource, None);
        self.timeline.resources.size.set(0);
    }
}

/// [`toJSON`](https://w3c.github.io/hr-time/#dom-performance-tojson).
fn to_json(context: &mut Context) -> JsResult<JsObject> {
    let origin = time_origin(context)?;
    Ok(ObjectInitializer::new(context).property(js_string!("timeOrigin"), origin, Attribute::all()).build())
}

/// [`getEntriesByType`](https://w3c.github.io/performance-timeline/#getentriesbytype-method).
fn get_entries_by_type(
    performance: &Gc<Performance>,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsArray> {
    let filter = Filter::by_type(arguments, context)?;
    Ok(performance.entries(&filter, context))
}

/// [`getEntriesByName`](https://w3c.github.io/performance-timeline/#getentriesbyname-method).
fn get_entries_by_name(
    performance: &Gc<Performance>,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsArray> {
    let filter = Filter::by_name(arguments, context)?;
    Ok(performance.entries(&filter, context))
}

/// [`clearMarks`](https://w3c.github.io/user-timing/#clearmarks-method) and
/// [`clearMeasures`](https://w3c.github.io/user-timing/#clearmeasures-method).
fn clear(
    performance: &Gc<Performance>,
    entry_type: EntryType,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<()> {
    let name = match arguments.get_or_undefined(0) {
        name if name.is_undefined() => None,
        name => Some(name.to_string(context)?),
    };
    performance.timeline.buffer.borrow_mut().clear(entry_type, name.as_ref());
    Ok(())
}

/// [`setResourceTimingBufferSize`](https://w3c.github.io/resource-timing/#dom-performance-setresourcetimingbuffersize).
fn set_buffer_size(performance: &Gc<Performance>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let limit = unsigned_long(&arguments[0], &"Performance.setResourceTimingBufferSize: maxSize", context)?;
    performance.timeline.resources.limit.set(limit);
    Ok(())
}

fn get_performance(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let realm = GlobalScope::of_this(this, context)?.realm()?;
    let performance = in_realm(&realm, context, |context| Performance::current(context))?;
    Ok(performance.target.object_value())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    Performance::register(context)?;
    let (prototype, realm) = (interface_prototype::<Performance>(context)?, context.realm().clone());
    let performance = EventTarget::create(prototype, context, |target| Performance {
        timeline: Gc::new(Timeline::new(realm)),
        target: target.clone(),
    });
    context.realm().host_defined_mut().insert(OfRealm(performance));
    define_replaceable(attribute_name!("performance"), get_performance, context)
}
