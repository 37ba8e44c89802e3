//! A parser for the values of a list.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// A parser for the values of a list, by their names.
pub(super) fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|&value| name(value)))
        .map(move |chosen| all.iter().copied().find(|&value| name(value) == chosen).unwrap_or(all[0]))
}
