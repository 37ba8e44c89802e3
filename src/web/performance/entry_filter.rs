//! A filter for performance entries.

use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue};

use super::entry_type::EntryType;

/// Selects entries by name and type. A criterion that is `None` matches all entries.
#[derive(Default)]
pub(super) struct Filter {
    pub(super) name: Option<JsString>,
    /// A value of `entryType`, which may be unknown.
    pub(super) entry_type: Option<JsString>,
}

impl Filter {
    /// Converts the arguments of `getEntriesByType`.
    pub(super) fn by_type(arguments: &[JsValue], context: &mut Context) -> JsResult<Self> {
        Ok(Self { name: None, entry_type: Some(arguments[0].to_string(context)?) })
    }

    /// Converts the arguments of `getEntriesByName`.
    pub(super) fn by_name(arguments: &[JsValue], context: &mut Context) -> JsResult<Self> {
        let name = Some(arguments[0].to_string(context)?);
        let entry_type = match arguments.get_or_undefined(1) {
            entry_type if entry_type.is_undefined() => None,
            entry_type => Some(entry_type.to_string(context)?),
        };
        Ok(Self { name, entry_type })
    }

    /// Returns whether the filter selects entries of this type.
    pub(super) fn includes(&self, entry_type: EntryType) -> bool {
        self.entry_type.as_ref().is_none_or(|wanted| *wanted == entry_type.as_js_string())
    }
}
