//! `PerformanceEntry`: <https://w3c.github.io/performance-timeline/#dom-performanceentry>.

use boa_engine::object::ObjectInitializer;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use crate::webidl::{Interface, InterfaceBuilder, this_object};

/// The kinds of entries that there are here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryType {
    /// A moment.
    Mark,
    /// A span of time.
    Measure,
}

impl EntryType {
    /// All kinds, in the order of `supportedEntryTypes`.
    pub const ALL: [Self; 2] = [Self::Mark, Self::Measure];

    /// The value of `entryType`.
    #[must_use]
    pub fn as_js_string(self) -> JsString {
        match self {
            Self::Mark => js_string!("mark"),
            Self::Measure => js_string!("measure"),
        }
    }

    /// The kind of this name, if there is one.
    #[must_use]
    pub fn from_js_string(name: &JsString) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_js_string() == *name)
    }
}

/// The state of a `PerformanceEntry`. Times are milliseconds since the time origin.
#[derive(Trace, Finalize)]
pub struct PerformanceEntry {
    /// Its name.
    pub name: JsString,
    /// Its kind.
    #[unsafe_ignore_trace]
    pub entry_type: EntryType,
    /// When it began.
    pub start_time: f64,
    /// How long it took.
    pub duration: f64,
}

impl Interface for PerformanceEntry {
    type State = Self;
    const NAME: &'static str = "PerformanceEntry";
    const DEPTH: usize = 0;
}

/// An entry and its object.
#[derive(Clone, Trace, Finalize)]
pub(super) struct Entry {
    pub(super) object: JsObject,
    pub(super) state: Gc<PerformanceEntry>,
}

/// The objects of these entries as a JavaScript array.
pub(super) fn to_array(entries: &[Entry], context: &mut Context) -> JsValue {
    JsArray::from_iter(entries.iter().map(|entry| entry.object.clone().into()), context).into()
}

fn get_name(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<PerformanceEntry>(this)?.name.clone().into())
}

fn get_entry_type(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<PerformanceEntry>(this)?.entry_type.as_js_string().into())
}

fn get_start_time(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<PerformanceEntry>(this)?.start_time.into())
}

fn get_duration(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(this_object::<PerformanceEntry>(this)?.duration.into())
}

/// [`toJSON`](https://w3c.github.io/performance-timeline/#dom-performanceentry-tojson).
fn to_json(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let entry = this_object::<PerformanceEntry>(this)?;
    let json = ObjectInitializer::new(context)
        .property(js_string!("name"), entry.name.clone(), Attribute::all())
        .property(js_string!("entryType"), entry.entry_type.as_js_string(), Attribute::all())
        .property(js_string!("startTime"), entry.start_time, Attribute::all())
        .property(js_string!("duration"), entry.duration, Attribute::all())
        .build();
    Ok(json.into())
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<PerformanceEntry>(context)
        .attribute("name", get_name)
        .attribute("entryType", get_entry_type)
        .attribute("startTime", get_start_time)
        .attribute("duration", get_duration)
        .operation("toJSON", 0, to_json)
        .build()
}
