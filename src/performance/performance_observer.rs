//! `PerformanceObserver`: <https://w3c.github.io/performance-timeline/#the-performanceobserver-interface>.

use std::cell::Cell;

use boa_engine::object::IntegrityLevel;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::performance_entry::{EntryType, to_array};
use super::performance_interface::Performance;
use super::registered_observer::RegisteredObserver;
use super::timeline::Timeline;
use crate::dom::{DomException, DomExceptionName};
use crate::webidl::{
    Dictionary, Interface, InterfaceBuilder, Layers, callback_function, new_object, prototype_of_new_target,
    require_arguments, require_new, sequence, this_object, type_error,
};

/// Which form of `observe` an observer was used with. It must stay with that.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `entryTypes`: each call replaces what is observed.
    Multiple,
    /// `type`: each call adds to it.
    Single,
}

/// The state of a `PerformanceObserver`.
#[derive(Trace, Finalize)]
pub struct PerformanceObserver {
    timeline: Gc<Timeline>,
    #[unsafe_ignore_trace]
    form: Cell<Option<Form>>,
    registered: Gc<RegisteredObserver>,
}

impl Interface for PerformanceObserver {
    type State = Self;
    const NAME: &'static str = "PerformanceObserver";
    const DEPTH: usize = 0;
}

fn constructor(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    require_new::<PerformanceObserver>(new_target)?;
    require_arguments(arguments, 1, "PerformanceObserver")?;
    let callback = callback_function(&arguments[0], "PerformanceObserver: callback")?;
    let prototype = prototype_of_new_target::<PerformanceObserver>(new_target, context)?;
    let registered = Gc::new(RegisteredObserver::new(callback));
    let timeline = Performance::current(context)?.timeline.clone();
    let observer = PerformanceObserver { timeline, form: Cell::new(None), registered: registered.clone() };
    let object = new_object(prototype, Layers::root(&Gc::new(observer)), context);
    *registered.object.borrow_mut() = Some(object.clone());
    Ok(object.into())
}

/// [`observe`](https://w3c.github.io/performance-timeline/#observe-method).
fn observe(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let observer = this_object::<PerformanceObserver>(this)?;
    let options = Dictionary::from_value(arguments.get_or_undefined(0), "PerformanceObserver.observe: options")?;
    let buffered = options.get(js_string!("buffered"), context)?;
    let entry_types = match options.get(js_string!("entryTypes"), context)? {
        Some(types) => Some(sequence(&types, "entryTypes", context, |value, context| value.to_string(context))?),
        None => None,
    };
    let single = match options.get(js_string!("type"), context)? {
        Some(entry_type) => Some(entry_type.to_string(context)?),
        None => None,
    };
    // Steps 2 to 4.
    let form = match (&entry_types, &single, &buffered) {
        (None, None, _) => return Err(type_error("either entryTypes or type must be given")),
        (Some(_), None, None) => Form::Multiple,
        (Some(_), ..) => return Err(type_error("entryTypes cannot be given together with other options")),
        (None, Some(_), _) => Form::Single,
    };
    // Steps 5 and 6.
    if observer.form.get().is_some_and(|before| before != form) {
        let message = "the observer was used with the other of entryTypes and type before";
        return Err(DomException::error(DomExceptionName::InvalidModification, message, context));
    }
    observer.form.set(Some(form));
    let registered = &observer.registered;
    registered.requires_dropped_entries.set(true);
    if let Some(types) = entry_types {
        // Step 7: kinds that are not known are passed over.
        let mut known: Vec<EntryType> = types.iter().filter_map(EntryType::from_js_string).collect();
        known.dedup();
        if known.is_empty() {
            return Ok(JsValue::undefined());
        }
        *registered.observed.borrow_mut() = known;
        observer.timeline.add_observer(registered);
    }
    if let Some(entry_type) = single.as_ref().and_then(EntryType::from_js_string) {
        // Step 8.
        let is_new = !registered.observed.borrow().contains(&entry_type);
        if is_new {
            registered.observed.borrow_mut().push(entry_type);
        }
        observer.timeline.add_observer(registered);
        if buffered.is_some_and(|buffered| buffered.to_boolean()) {
            let before = observer.timeline.buffer.borrow().of_type(entry_type);
            registered.buffer.borrow_mut().extend(before);
            Timeline::queue_the_observer_task(&observer.timeline, context)?;
        }
    }
    Ok(JsValue::undefined())
}

/// [`disconnect`](https://w3c.github.io/performance-timeline/#disconnect-method).
fn disconnect(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let observer = this_object::<PerformanceObserver>(this)?;
    observer.timeline.remove_observer(&observer.registered);
    observer.registered.buffer.borrow_mut().clear();
    observer.registered.observed.borrow_mut().clear();
    Ok(JsValue::undefined())
}

/// [`takeRecords`](https://w3c.github.io/performance-timeline/#takerecords-method).
fn take_records(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let observer = this_object::<PerformanceObserver>(this)?;
    let records = std::mem::take(&mut *observer.registered.buffer.borrow_mut());
    Ok(to_array(&records, context))
}

/// The frozen array of a realm, the same for every call.
#[derive(Trace, Finalize, JsData)]
struct SupportedEntryTypes(JsObject);

/// [`supportedEntryTypes`](https://w3c.github.io/performance-timeline/#supportedentrytypes-attribute).
fn get_supported_entry_types(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(types) = context.realm().host_defined().get::<SupportedEntryTypes>() {
        return Ok(types.0.clone().into());
    }
    let types = EntryType::ALL.into_iter().map(|kind| kind.as_js_string().into());
    let array: JsObject = JsArray::from_iter(types, context).into();
    array.set_integrity_level(IntegrityLevel::Frozen, context)?;
    context.realm().host_defined_mut().insert(SupportedEntryTypes(array.clone()));
    Ok(array.into())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<PerformanceObserver>(context)
        .constructor(1, constructor)
        .operation("observe", 0, observe)
        .operation("disconnect", 0, disconnect)
        .operation("takeRecords", 0, take_records)
        .static_attribute("supportedEntryTypes", get_supported_entry_types)
        .build()
}
