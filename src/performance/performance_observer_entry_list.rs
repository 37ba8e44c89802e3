//! `PerformanceObserverEntryList`:
//! <https://w3c.github.io/performance-timeline/#performanceobserverentrylist-interface>.

use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::entry_buffer::EntryBuffer;
use super::entry_filter::Filter;
use super::performance_entry::{Entry, to_array};
use crate::webidl::{Interface, InterfaceBuilder, Layers, interface_prototype, new_object, this_object};

/// The state of a `PerformanceObserverEntryList`.
#[derive(Trace, Finalize)]
pub struct PerformanceObserverEntryList {
    entries: EntryBuffer,
}

impl Interface for PerformanceObserverEntryList {
    type State = Self;
    const NAME: &'static str = "PerformanceObserverEntryList";
    const DEPTH: usize = 0;
}

impl PerformanceObserverEntryList {
    /// A list of these entries.
    pub(super) fn create(entries: Vec<Entry>, context: &mut Context) -> JsResult<JsObject> {
        let prototype = interface_prototype::<Self>(context)?;
        Ok(new_object(prototype, Layers::root(&Gc::new(Self { entries: entries.into_iter().collect() })), context))
    }
}

fn get_entries(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = this_object::<PerformanceObserverEntryList>(this)?;
    Ok(to_array(&list.entries.matching(&Filter::default()), context))
}

fn get_entries_by_type(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = this_object::<PerformanceObserverEntryList>(this)?;
    let filter = Filter::by_type(arguments, context)?;
    Ok(to_array(&list.entries.matching(&filter), context))
}

fn get_entries_by_name(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = this_object::<PerformanceObserverEntryList>(this)?;
    let filter = Filter::by_name(arguments, context)?;
    Ok(to_array(&list.entries.matching(&filter), context))
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<PerformanceObserverEntryList>(context)
        .operation("getEntries", 0, get_entries)
        .operation("getEntriesByType", 1, get_entries_by_type)
        .operation("getEntriesByName", 1, get_entries_by_name)
        .build()
}
