//! `PerformanceObserver`: <https://w3c.github.io/performance-timeline/#the-performanceobserver-interface>.

use std::cell::Cell;

use boa_engine::object::builtins::JsArray;
use boa_engine::object::{IntegrityLevel, ObjectInitializer};
use boa_engine::property::Attribute;
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::Performance;
use super::performance_entry::{Entry, EntryType};
use super::timeline::{Filter, Timeline};
use crate::dom::{DomException, DomExceptionName};
use crate::event_loop::EventLoop;
use crate::webidl::{
    Dictionary, Interface, InterfaceBuilder, Layers, callback_function, interface_prototype, invoke_and_report,
    new_object, prototype_of_new_target, require_arguments, sequence, this_object, type_error,
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
    callback: JsObject,
    object: GcRefCell<Option<JsObject>>,
    timeline: Gc<Timeline>,
    #[unsafe_ignore_trace]
    form: Cell<Option<Form>>,
    #[unsafe_ignore_trace]
    observed: GcRefCell<Vec<EntryType>>,
    buffer: GcRefCell<Vec<Entry>>,
    requires_dropped_entries: Cell<bool>,
}

impl Interface for PerformanceObserver {
    type State = Self;
    const NAME: &'static str = "PerformanceObserver";
    const DEPTH: usize = 0;
}

/// The state of a `PerformanceObserverEntryList`.
#[derive(Trace, Finalize)]
pub struct PerformanceObserverEntryList {
    entries: Vec<Entry>,
}

impl Interface for PerformanceObserverEntryList {
    type State = Self;
    const NAME: &'static str = "PerformanceObserverEntryList";
    const DEPTH: usize = 0;
}

impl PerformanceObserver {
    /// Takes an entry into the buffer, if its kind is observed. Returns whether it was.
    pub(super) fn receive(&self, entry: &Entry) -> bool {
        let observed = self.observed.borrow().contains(&entry.state.entry_type);
        if observed {
            self.buffer.borrow_mut().push(entry.clone());
        }
        observed
    }
}

fn constructor(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let prototype = prototype_of_new_target::<PerformanceObserver>(new_target, context)?;
    require_arguments(arguments, 1, "PerformanceObserver")?;
    let observer = Gc::new(PerformanceObserver {
        callback: callback_function(&arguments[0], "the callback of PerformanceObserver")?,
        object: GcRefCell::default(),
        timeline: Performance::current(context)?.timeline.clone(),
        form: Cell::new(None),
        observed: GcRefCell::default(),
        buffer: GcRefCell::default(),
        requires_dropped_entries: Cell::new(false),
    });
    let object = new_object(prototype, Layers::root(&observer), context);
    *observer.object.borrow_mut() = Some(object.clone());
    Ok(object.into())
}

/// [`observe`](https://w3c.github.io/performance-timeline/#observe-method).
fn observe(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let observer = this_object::<PerformanceObserver>(this)?;
    let options = Dictionary::from_value(arguments.get_or_undefined(0), "the options of observe")?;
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
    observer.requires_dropped_entries.set(true);
    if let Some(types) = entry_types {
        // Step 7: kinds that are not known are passed over.
        let mut known: Vec<EntryType> = types.iter().filter_map(EntryType::from_js_string).collect();
        known.dedup();
        if known.is_empty() {
            return Ok(JsValue::undefined());
        }
        *observer.observed.borrow_mut() = known;
        observer.timeline.add_observer(&observer);
    }
    if let Some(entry_type) = single.as_ref().and_then(EntryType::from_js_string) {
        // Step 8.
        let is_new = !observer.observed.borrow().contains(&entry_type);
        if is_new {
            observer.observed.borrow_mut().push(entry_type);
        }
        observer.timeline.add_observer(&observer);
        if buffered.is_some_and(|buffered| buffered.to_boolean()) {
            let before = observer.timeline.entries_of_type(entry_type);
            observer.buffer.borrow_mut().extend(before);
            Timeline::queue_the_observer_task(&observer.timeline, context)?;
        }
    }
    Ok(JsValue::undefined())
}

/// [`disconnect`](https://w3c.github.io/performance-timeline/#disconnect-method).
fn disconnect(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let observer = this_object::<PerformanceObserver>(this)?;
    observer.timeline.remove_observer(&observer);
    observer.buffer.borrow_mut().clear();
    observer.observed.borrow_mut().clear();
    Ok(JsValue::undefined())
}

/// [`takeRecords`](https://w3c.github.io/performance-timeline/#takerecords-method).
fn take_records(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let observer = this_object::<PerformanceObserver>(this)?;
    let records = std::mem::take(&mut *observer.buffer.borrow_mut());
    Ok(JsArray::from_iter(records.iter().map(|entry| entry.object.clone().into()), context).into())
}

/// The part of the [PerformanceObserver task](https://w3c.github.io/performance-timeline/#queue-the-performanceobserver-task) for one
/// observer: hands its entries to the callback.
pub(super) fn notify(
    observer: &Gc<PerformanceObserver>,
    event_loop: &EventLoop,
    context: &mut Context,
) -> JsResult<()> {
    let entries = std::mem::take(&mut *observer.buffer.borrow_mut());
    if entries.is_empty() {
        return Ok(());
    }
    let prototype = interface_prototype::<PerformanceObserverEntryList>(context)?;
    let list = Gc::new(PerformanceObserverEntryList { entries });
    let list = new_object(prototype, Layers::root(&list), context);
    let mut options = ObjectInitializer::new(context);
    if observer.requires_dropped_entries.replace(false) {
        // Marks and measures are never dropped: their buffers have no limit.
        options.property(js_string!("droppedEntriesCount"), 0, Attribute::all());
    }
    let options = options.build();
    let object = observer.object.borrow().clone();
    let this = object.map_or_else(JsValue::undefined, JsValue::from);
    let arguments = [list.into(), this.clone(), options.into()];
    invoke_and_report(&observer.callback, &this, &arguments, event_loop, context);
    Ok(())
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

fn string(value: &JsValue, context: &mut Context) -> JsResult<JsString> {
    value.to_string(context)
}

/// The arguments of `getEntriesByType`.
pub(super) fn filter_by_type(arguments: &[JsValue], context: &mut Context) -> JsResult<Filter> {
    require_arguments(arguments, 1, "getEntriesByType")?;
    Ok(Filter { name: None, entry_type: Some(string(&arguments[0], context)?) })
}

/// The arguments of `getEntriesByName`.
pub(super) fn filter_by_name(arguments: &[JsValue], context: &mut Context) -> JsResult<Filter> {
    require_arguments(arguments, 1, "getEntriesByName")?;
    let name = Some(string(&arguments[0], context)?);
    let entry_type = match arguments.get_or_undefined(1) {
        entry_type if entry_type.is_undefined() => None,
        entry_type => Some(string(entry_type, context)?),
    };
    Ok(Filter { name, entry_type })
}

fn get_entries(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = this_object::<PerformanceObserverEntryList>(this)?;
    Ok(Filter::default().apply(&list.entries, context))
}

fn get_entries_by_type(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = this_object::<PerformanceObserverEntryList>(this)?;
    Ok(filter_by_type(arguments, context)?.apply(&list.entries, context))
}

fn get_entries_by_name(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = this_object::<PerformanceObserverEntryList>(this)?;
    Ok(filter_by_name(arguments, context)?.apply(&list.entries, context))
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<PerformanceObserverEntryList>(context)
        .operation("getEntries", 0, get_entries)
        .operation("getEntriesByType", 1, get_entries_by_type)
        .operation("getEntriesByName", 1, get_entries_by_name)
        .build()?;
    InterfaceBuilder::new::<PerformanceObserver>(context)
        .constructor(1, constructor)
        .operation("observe", 0, observe)
        .operation("disconnect", 0, disconnect)
        .operation("takeRecords", 0, take_records)
        .static_attribute("supportedEntryTypes", get_supported_entry_types)
        .build()
}
