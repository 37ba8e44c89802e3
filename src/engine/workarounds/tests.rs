//! What the tests of the replaced functions share.

use boa_engine::{Context, Source};

/// The value of a source text as a string, in an engine without the replaced functions.
pub(super) fn bare_engine(source: &str) -> String {
    let mut context = Context::default();
    let value = context.eval(Source::from_bytes(source)).and_then(|value| value.to_string(&mut context));
    value.map_or_else(|error| error.to_string(), |text| text.to_std_string_escaped())
}
