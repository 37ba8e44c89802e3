//! Which entries are asked for.

use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue};

use super::performance_entry::EntryType;

/// Which entries are asked for.
#[derive(Default)]
pub(super) struct Filter {
    pub(super) name: Option<JsString>,
    /// The value of `entryType`, known or not.
    pub(super) entry_type: Option<JsString>,
}

impl Filter {
    /// The arguments of `getEntriesByType`.
    pub(super) fn by_type(arguments: &[JsValue], context: &mut Context) -> JsResult<Self> {
        Ok(Self { name: None, entry_type: Some(arguments[0].to_string(context)?) })
    }

    /// The arguments of `getEntriesByName`.
    pub(super) fn by_name(arguments: &[JsValue], context: &mut Context) -> JsResult<Self> {
        let name = Some(arguments[0].to_string(context)?);
        let entry_type = match arguments.get_or_undefined(1) {
            entry_type if entry_type.is_undefined() => None,
            entry_type => Some(entry_type.to_string(context)?),
        };
        Ok(Self { name, entry_type })
    }

    /// Whether entries of this kind are asked for.
    pub(super) fn includes(&self, entry_type: EntryType) -> bool {
        self.entry_type.as_ref().is_none_or(|wanted| *wanted == entry_type.as_js_string())
    }
}
