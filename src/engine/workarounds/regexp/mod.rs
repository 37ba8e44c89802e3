//! Regular expressions: the functions that search, and the matcher.

mod anchored;
mod braced_escapes;
mod corrections;
mod exec;
mod input;
mod matcher;
mod names_in_lookbehinds;
mod own_references;
mod pattern;
mod repeated_groups;
mod replacements;
mod shared_names;
mod slots;
mod source;
mod split;
mod statics;
mod surrogates;
mod text;
mod word_classes;

use boa_engine::{Context, JsResult};

pub(crate) use slots::RegExpSlots;
pub(crate) use source::escape_pattern;

/// Replaces the functions of the current realm.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let last_match = statics::replace(context);
    exec::replace(last_match, context)?;
    source::replace(context)?;
    split::replace(context)
}
