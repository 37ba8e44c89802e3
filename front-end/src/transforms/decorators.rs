//! Decorators and `accessor` fields.

use super::{Settings, Transform, Tree};
use crate::syntax_error::{Label, SyntaxError};

const DECORATORS: (&str, &str) =
    ("decorators are not supported by the engine", "call the function yourself: `method = decorate(method)`");
const ACCESSOR: (&str, &str) =
    ("'accessor' fields are not supported by the engine", "write a private field with a getter and a setter");

pub(super) struct Decorators;

impl Transform for Decorators {
    fn may_apply(&self, tree: &Tree<'_>, settings: &Settings<'_>) -> bool {
        if settings.options.has_legacy_decorators {
            return false;
        }
        tree.features.decorator.is_some() || tree.features.accessor.is_some()
    }

    fn apply(&self, tree: &mut Tree<'_>, _: &Settings<'_>) -> Result<bool, SyntaxError> {
        let found = tree.features.decorator.map(|span| (span, DECORATORS));
        let found = found.or(tree.features.accessor.map(|span| (span, ACCESSOR)));
        let Some((span, (message, help))) = found else { return Ok(false) };
        let place = Label { span, text: None };
        Err(SyntaxError { message: message.to_owned(), place, labels: Vec::new(), help: Some(help.to_owned()) })
    }
}
