//! The `Performance` interface: the clock, and the face of the timeline.

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsArgs, JsData, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::entry_filter::Filter;
use super::high_resolution_time::{current_high_resolution_time, time_origin};
use super::performance_entry::{EntryType, to_array};
use super::timeline::Timeline;
use super::user_timing;
use crate::dom::EventTarget;
use crate::event_loop::in_realm;
use crate::html::GlobalScope;
use crate::webidl::{
    Interface, InterfaceBuilder, Layers, define_attribute, replace_attribute, this_object, type_error,
};

/// The state of a `Performance` object.
#[derive(Trace, Finalize)]
pub struct Performance {
    pub(super) timeline: Gc<Timeline>,
    target: Gc<EventTarget>,
}

impl Interface for Performance {
    type State = Self;
    const NAME: &'static str = "Performance";
    const DEPTH: usize = 1;
}

/// The `Performance` of a realm.
#[derive(Trace, Finalize, JsData)]
struct OfRealm(Gc<Performance>);

impl Performance {
    /// That of the current realm.
    pub(super) fn current(context: &Context) -> JsResult<Gc<Self>> {
        let host_defined = context.realm().host_defined();
        let performance = host_defined.get::<OfRealm>().map(|performance| performance.0.clone());
        performance.ok_or_else(|| type_error("Performance is not part of this realm"))
    }

    /// The entries that match, as a JavaScript array.
    fn entries(&self, filter: &Filter, context: &mut Context) -> JsValue {
        let entries = self.timeline.buffer.borrow().matching(filter);
        to_array(&entries, context)
    }
}

/// [`now`](https://w3c.github.io/hr-time/#dom-performance-now).
fn now(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    this_object::<Performance>(this)?;
    Ok(current_high_resolution_time(context)?.into())
}

/// [`timeOrigin`](https://w3c.github.io/hr-time/#dom-performance-timeorigin).
fn get_time_origin(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    this_object::<Performance>(this)?;
    Ok(time_origin(context)?.into())
}

/// [`toJSON`](https://w3c.github.io/hr-time/#dom-performance-tojson).
fn to_json(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    this_object::<Performance>(this)?;
    let origin = time_origin(context)?;
    let json = ObjectInitializer::new(context).property(js_string!("timeOrigin"), origin, Attribute::all()).build();
    Ok(json.into())
}

/// [`getEntries`](https://w3c.github.io/performance-timeline/#getentries-method).
fn get_entries(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<Performance>(this)?.entries(&Filter::default(), context))
}

/// [`getEntriesByType`](https://w3c.github.io/performance-timeline/#getentriesbytype-method).
fn get_entries_by_type(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let performance = this_object::<Performance>(this)?;
    let filter = Filter::by_type(arguments, context)?;
    Ok(performance.entries(&filter, context))
}

/// [`getEntriesByName`](https://w3c.github.io/performance-timeline/#getentriesbyname-method).
fn get_entries_by_name(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let performance = this_object::<Performance>(this)?;
    let filter = Filter::by_name(arguments, context)?;
    Ok(performance.entries(&filter, context))
}

/// [`mark`](https://w3c.github.io/user-timing/#mark-method).
fn mark(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    user_timing::mark(&this_object::<Performance>(this)?.timeline, arguments, context)
}

/// [`measure`](https://w3c.github.io/user-timing/#measure-method).
fn measure(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    user_timing::measure(&this_object::<Performance>(this)?.timeline, arguments, context)
}

fn clear(this: &JsValue, arguments: &[JsValue], entry_type: EntryType, context: &mut Context) -> JsResult<JsValue> {
    let performance = this_object::<Performance>(this)?;
    let name = match arguments.get_or_undefined(0) {
        name if name.is_undefined() => None,
        name => Some(name.to_string(context)?),
    };
    performance.timeline.buffer.borrow_mut().clear(entry_type, name.as_ref());
    Ok(JsValue::undefined())
}

/// [`clearMarks`](https://w3c.github.io/user-timing/#clearmarks-method).
fn clear_marks(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    clear(this, arguments, EntryType::Mark, context)
}

/// [`clearMeasures`](https://w3c.github.io/user-timing/#clearmeasures-method).
fn clear_measures(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    clear(this, arguments, EntryType::Measure, context)
}

fn get_performance(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let realm = GlobalScope::of_this(this, context)?.realm()?;
    let performance = in_realm(&realm, context, |context| Performance::current(context))?;
    Ok(performance.target.object().cloned().map_or_else(JsValue::undefined, JsValue::from))
}

/// `performance` is `[Replaceable]`.
fn set_performance(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    GlobalScope::of_this(this, context)?;
    replace_attribute(this, js_string!("performance"), arguments.get_or_undefined(0), context)
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<Performance>(context)
        .inherits::<EventTarget>()?
        .operation("now", 0, now)
        .attribute("timeOrigin", get_time_origin)
        .operation("toJSON", 0, to_json)
        .operation("getEntries", 0, get_entries)
        .operation("getEntriesByType", 1, get_entries_by_type)
        .operation("getEntriesByName", 1, get_entries_by_name)
        .operation("mark", 1, mark)
        .operation("clearMarks", 0, clear_marks)
        .operation("measure", 1, measure)
        .operation("clearMeasures", 0, clear_measures)
        .build()?;
    let target = Gc::new(EventTarget::default());
    let performance =
        Gc::new(Performance { timeline: Gc::new(Timeline::new(context.realm().clone())), target: target.clone() });
    let layers = Layers::root(&target).and(&performance);
    EventTarget::create::<Performance>(&target, layers, context)?;
    context.realm().host_defined_mut().insert(OfRealm(performance));
    let global = context.global_object();
    define_attribute(&global, "performance", get_performance, Some(set_performance), true, context)
}
