//! `PerformanceEntry`: <https://w3c.github.io/performance-timeline/#dom-performanceentry>.

use std::cell::Cell;

use boa_engine::object::ObjectInitializer;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsObject, JsString, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::entry_type::EntryType;
use crate::web::webidl::interface;

/// The state of a `PerformanceEntry`.
#[derive(Trace, Finalize)]
pub(crate) struct PerformanceEntry {
    pub name: JsString,
    #[unsafe_ignore_trace]
    pub entry_type: EntryType,
    /// In milliseconds since the time origin.
    pub start_time: f64,
    /// In milliseconds; 0 for a mark.
    pub duration: f64,
    /// The number in the timeline; 0 if the entry is not in it.
    pub(super) id: Cell<u32>,
}

interface! {
    PerformanceEntry;
    get "id" = |entry| entry.id.get();
    get "name" = |entry| entry.name.clone();
    get "entryType" = |entry| entry.entry_type.as_js_string();
    get "startTime" = |entry| entry.start_time;
    get "duration" = |entry| entry.duration;
    get "navigationId" = |_entry| NAVIGATION_ID;
    operation "toJSON"() = |entry, context| entry.to_json(context);
}

/// The number of the navigation. There are none.
const NAVIGATION_ID: u32 = 0;

impl PerformanceEntry {
    /// Creates an entry that is not in a timeline. Times are in milliseconds.
    pub(super) fn new(name: JsString, entry_type: EntryType, start_time: f64, duration: f64) -> Self {
        Self { name, entry_type, start_time, duration, id: Cell::new(0) }
    }

    /// [`toJSON`](https://w3c.github.io/performance-timeline/#dom-performanceentry-tojson).
    pub(super) fn to_json(&self, context: &mut Context) -> JsObject {
        ObjectInitializer::new(context)
            .property(js_string!("id"), self.id.get(), Attribute::all())
            .property(js_string!("name"), self.name.clone(), Attribute::all())
            .property(js_string!("entryType"), self.entry_type.as_js_string(), Attribute::all())
            .property(js_string!("startTime"), self.start_time, Attribute::all())
            .property(js_string!("duration"), self.duration, Attribute::all())
            .property(js_string!("navigationId"), NAVIGATION_ID, Attribute::all())
            .build()
    }
}

/// The state and the object of an entry.
#[derive(Clone, Trace, Finalize)]
pub(super) struct Entry {
    pub(super) object: JsObject,
    pub(super) state: Gc<PerformanceEntry>,
}

/// Returns the objects of these entries as a JavaScript array.
pub(super) fn to_array(entries: &[Entry], context: &mut Context) -> JsArray {
    JsArray::from_iter(entries.iter().map(|entry| entry.object.clone().into()), context)
}
