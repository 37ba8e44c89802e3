//! `PerformanceObserverEntryList`:
//! <https://w3c.github.io/performance-timeline/#performanceobserverentrylist-interface>.

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, Trace};

use super::entry_buffer::EntryBuffer;
use super::entry_filter::Filter;
use super::performance_entry::{Entry, to_array};
use crate::web::webidl::{create, interface};

/// The state of a `PerformanceObserverEntryList`.
#[derive(Trace, Finalize)]
pub(crate) struct PerformanceObserverEntryList {
    entries: EntryBuffer,
}

interface! {
    PerformanceObserverEntryList;
    operation "getEntries"() = |list, context| to_array(&list.entries.matching(&Filter::default()), context);
    operation "getEntriesByType"(1) = get_entries_by_type;
    operation "getEntriesByName"(1) = get_entries_by_name;
}

type List = Gc<PerformanceObserverEntryList>;

fn get_entries_by_type(list: &List, arguments: &[JsValue], context: &mut Context) -> JsResult<JsArray> {
    let filter = Filter::by_type(arguments, context)?;
    Ok(to_array(&list.entries.matching(&filter), context))
}

fn get_entries_by_name(list: &List, arguments: &[JsValue], context: &mut Context) -> JsResult<JsArray> {
    let filter = Filter::by_name(arguments, context)?;
    Ok(to_array(&list.entries.matching(&filter), context))
}

impl PerformanceObserverEntryList {
    pub(super) fn create(entries: Vec<Entry>, context: &mut Context) -> JsResult<JsObject> {
        create(&Gc::new(Self { entries: entries.into_iter().collect() }), context)
    }
}
