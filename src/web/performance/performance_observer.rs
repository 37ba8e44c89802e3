//! `PerformanceObserver`: <https://w3c.github.io/performance-timeline/#the-performanceobserver-interface>.

use std::cell::Cell;

use boa_engine::object::IntegrityLevel;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::entry_type::EntryType;
use super::performance_entry::to_array;
use super::performance_interface::Performance;
use super::registered_observer::RegisteredObserver;
use super::timeline::Timeline;
use crate::web::dom::{DomException, DomExceptionName};
use crate::web::webidl::{
    Dictionary, Layers, callback_function, dom_string, interface, new_object, prototype_of_new_target, sequence,
    type_error,
};

/// The form of `observe` that an observer uses. It cannot change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `entryTypes`: each call replaces the observed types.
    Multiple,
    /// `type`: each call adds a type.
    Single,
}

/// The state of a `PerformanceObserver`.
#[derive(Trace, Finalize)]
pub(crate) struct PerformanceObserver {
    timeline: Gc<Timeline>,
    #[unsafe_ignore_trace]
    form: Cell<Option<Form>>,
    registered: Gc<RegisteredObserver>,
}

interface! {
    PerformanceObserver;
    constructor(1) = construct;
    operation "observe"(0) = observe;
    operation "disconnect"() = |observer| observer.disconnect();
    operation "takeRecords"() = |observer, context| observer.take_records(context);
    static get "supportedEntryTypes" = get_supported_entry_types;
}

fn construct(new_target: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let callback = callback_function(&arguments[0], "PerformanceObserver: callback")?;
    let prototype = prototype_of_new_target::<PerformanceObserver>(new_target, context)?;
    let registered = Gc::new(RegisteredObserver::new(callback));
    let timeline = Performance::current(context)?.timeline.clone();
    let observer = PerformanceObserver { timeline, form: Cell::new(None), registered: registered.clone() };
    let object = new_object(prototype, Layers::root(&Gc::new(observer)), context);
    *registered.object.borrow_mut() = Some(object.clone());
    Ok(object)
}

/// [`observe`](https://w3c.github.io/performance-timeline/#observe-method).
fn observe(observer: &Gc<PerformanceObserver>, arguments: &[JsValue], context: &mut Context) -> JsResult<()> {
    let options = Dictionary::from_value(arguments.get_or_undefined(0), "PerformanceObserver.observe")?;
    let buffered = options.get(js_string!("buffered"), context)?;
    let entry_types = options.convert(&js_string!("entryTypes"), context, |value, what, context| {
        sequence(value, what, context, dom_string)
    })?;
    let single = options.convert(&js_string!("type"), context, dom_string)?;
    // Steps 2 and 3.
    let form = match (&entry_types, &single, &buffered) {
        (None, None, _) => return Err(type_error("either entryTypes or type must be given")),
        (Some(_), None, None) => Form::Multiple,
        (Some(_), ..) => return Err(type_error("entryTypes cannot be given together with other options")),
        (None, Some(_), _) => Form::Single,
    };
    // Steps 4 and 5.
    if observer.form.get().is_some_and(|before| before != form) {
        let message = "an observer cannot be used with both entryTypes and type";
        return Err(DomException::error(DomExceptionName::InvalidModification, message, context));
    }
    observer.form.set(Some(form));
    let registered = &observer.registered;
    registered.requires_dropped_entries.set(true);
    if let Some(types) = entry_types {
        // Omitted: warnings about unknown types: they are optional.
        // Step 6: unknown types are ignored.
        let mut known: Vec<EntryType> =
            types.iter().filter_map(|name| EntryType::from_js_string(name, context)).collect();
        known.dedup();
        if known.is_empty() {
            return Ok(());
        }
        *registered.observed.borrow_mut() = known;
        observer.timeline.add_observer(registered);
    }
    if let Some(entry_type) = single.as_ref().and_then(|name| EntryType::from_js_string(name, context)) {
        // Step 7.
        let is_new = !registered.observed.borrow().contains(&entry_type);
        if is_new {
            registered.observed.borrow_mut().push(entry_type);
        }
        observer.timeline.add_observer(registered);
        if buffered.is_some_and(|buffered| buffered.to_boolean()) {
            let before = observer.timeline.before(entry_type);
            registered.buffer.borrow_mut().extend(before);
            Timeline::queue_the_observer_task(&observer.timeline, context)?;
        }
    }
    Ok(())
}

impl PerformanceObserver {
    /// [`disconnect`](https://w3c.github.io/performance-timeline/#disconnect-method).
    fn disconnect(&self) {
        self.timeline.remove_observer(&self.registered);
        self.registered.buffer.borrow_mut().clear();
        self.registered.observed.borrow_mut().clear();
    }

    /// [`takeRecords`](https://w3c.github.io/performance-timeline/#takerecords-method).
    fn take_records(&self, context: &mut Context) -> JsArray {
        let records = std::mem::take(&mut *self.registered.buffer.borrow_mut());
        to_array(&records, context)
    }
}

/// The frozen array of a realm's `supportedEntryTypes`, the same for every call.
#[derive(Trace, Finalize, JsData)]
struct SupportedEntryTypes(JsObject);

/// [`supportedEntryTypes`](https://w3c.github.io/performance-timeline/#supportedentrytypes-attribute).
fn get_supported_entry_types(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(types) = context.realm().host_defined().get::<SupportedEntryTypes>() {
        return Ok(types.0.clone().into());
    }
    let types = EntryType::supported(context).iter().map(|kind| kind.as_js_string().into());
    let array: JsObject = JsArray::from_iter(types, context).into();
    array.set_integrity_level(IntegrityLevel::Frozen, context)?;
    context.realm().host_defined_mut().insert(SupportedEntryTypes(array.clone()));
    Ok(array.into())
}
