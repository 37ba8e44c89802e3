//! Which entries are asked for.

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue};

use super::performance_entry::Entry;
use crate::webidl::require_arguments;

/// Which entries are asked for.
#[derive(Default)]
pub(super) struct Filter {
    name: Option<JsString>,
    entry_type: Option<JsString>,
}

impl Filter {
    /// The arguments of `getEntriesByType`.
    pub(super) fn by_type(arguments: &[JsValue], context: &mut Context) -> JsResult<Self> {
        require_arguments(arguments, 1, "getEntriesByType")?;
        Ok(Self { name: None, entry_type: Some(arguments[0].to_string(context)?) })
    }

    /// The arguments of `getEntriesByName`.
    pub(super) fn by_name(arguments: &[JsValue], context: &mut Context) -> JsResult<Self> {
        require_arguments(arguments, 1, "getEntriesByName")?;
        let name = Some(arguments[0].to_string(context)?);
        let entry_type = match arguments.get_or_undefined(1) {
            entry_type if entry_type.is_undefined() => None,
            entry_type => Some(entry_type.to_string(context)?),
        };
        Ok(Self { name, entry_type })
    }

    fn matches(&self, entry: &Entry) -> bool {
        let by_name = self.name.as_ref().is_none_or(|name| entry.state.name == *name);
        let by_type = self.entry_type.as_ref();
        by_name && by_type.is_none_or(|entry_type| entry.state.entry_type.as_js_string() == *entry_type)
    }

    /// [Filters the buffer map by name and type](https://w3c.github.io/performance-timeline/#dfn-filter-buffer-by-name-and-type): the
    /// entries that match as a JavaScript array, by start time. Entries of one start time stay in order.
    pub(super) fn apply(&self, entries: &[Entry], context: &mut Context) -> JsValue {
        let mut matching: Vec<&Entry> = entries.iter().filter(|entry| self.matches(entry)).collect();
        matching.sort_by(|a, b| a.state.start_time.total_cmp(&b.state.start_time));
        JsArray::from_iter(matching.into_iter().map(|entry| entry.object.clone().into()), context).into()
    }
}
