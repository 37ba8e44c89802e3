//! Functions of ECMAScript that replace those of the engine, because the engine's own end the process for some
//! arguments (they recurse without a limit, allocate whatever length they are given, or panic), or are wrong.
//!
//! A file with a function `replace` replaces the functions that its name says, and `regexp/` those of regular
//! expressions; the others have what these share. The functions do what ECMAScript says, except that they throw a
//! `RangeError` where the engine would end. In `faults.rs`, each file has a program that the engine runs wrongly: the
//! test fails once the file can be deleted.

mod abstract_operations;
mod argument_lists;
mod array_buffer_slice;
mod array_buffer_transfer;
mod array_flat;
mod array_insertions;
mod array_join;
pub(crate) mod array_lengths;
mod async_generator_next;
mod atomics;
mod attribute_changes;
mod base64_text;
mod bigint_texts;
mod call_sites;
mod collation;
mod date_strings;
mod date_text;
mod date_tokens;
mod dates;
mod engine_functions;
mod error_capture;
#[cfg(test)]
mod faults;
mod json_circle;
mod json_fault;
mod json_parse;
mod json_record;
mod json_revive;
mod json_stringify;
mod local_time;
mod locale_case;
mod locale_compare;
mod locales;
mod math_functions;
mod merge_sort;
mod nested_values;
mod number_digits;
mod number_strings;
mod number_texts;
mod own_stacks;
pub(crate) mod property_changes;
mod proposals;
mod refused_changes;
mod regexp;
mod remembered_attributes;
mod replaced_accessors;
mod sort;
mod string_functions;
mod string_length;
mod string_search;
#[cfg(test)]
mod tests;
mod text_builder;
mod thrown_into_native;
mod typed_array_constructors;
mod uint8_array_text;

use boa_engine::{Context, JsResult};

use crate::engine::function_text::save_function_to_string;

use abstract_operations::{define, length_of_array_like, own_function, wrap};
pub(crate) use array_lengths::{Goal, with_bracketed_lengths};
use engine_functions::EngineFunctions;
pub(crate) use json_parse::parse_json_text;
pub(crate) use regexp::{RegExpSlots, escape_pattern};
pub(crate) use string_length::{MAX_STRING_LENGTH, string_too_long};

/// Replaces the functions of the current realm.
///
/// # Errors
///
/// Whatever the engine throws if a function cannot be defined.
pub(crate) fn replace_functions(context: &mut Context) -> JsResult<()> {
    save_function_to_string(context);
    let functions = EngineFunctions::of_realm(context)?;
    argument_lists::replace(context)?;
    array_buffer_slice::replace(context)?;
    array_buffer_transfer::replace(context)?;
    array_flat::replace(&functions, context)?;
    array_insertions::replace(context)?;
    array_join::replace(&functions, context)?;
    async_generator_next::replace(context)?;
    atomics::replace(context)?;
    attribute_changes::replace(context)?;
    bigint_texts::replace(context)?;
    date_strings::replace(context)?;
    dates::replace(context)?;
    error_capture::replace(context)?;
    json_parse::replace(&functions, context)?;
    json_stringify::replace(&functions, context)?;
    locale_case::replace(context)?;
    locale_compare::replace(context)?;
    math_functions::replace(context)?;
    number_digits::replace(context)?;
    number_strings::replace(context)?;
    number_texts::replace(context)?;
    property_changes::replace(context)?;
    refused_changes::replace(context)?;
    proposals::remove(context)?;
    regexp::replace(context)?;
    replaced_accessors::replace(context)?;
    own_stacks::replace(context)?;
    sort::replace(context)?;
    string_functions::replace(context)?;
    string_length::replace(context)?;
    thrown_into_native::replace(context)?;
    uint8_array_text::replace(context)?;
    // The constructors take over the properties that were defined before.
    typed_array_constructors::replace(context)
}

/// The value of a source text as a string, or the first line of its error.
#[cfg(test)]
fn evaluate(source: &str) -> String {
    let mut runtime = crate::Runtime::builder().build().unwrap();
    let text = runtime.run_script(source).and_then(|value| {
        let text = runtime.with_context(|context| value.to_string(context));
        text.map_err(|error| runtime.describe_error(error))
    });
    match text {
        Ok(text) => text.to_std_string_escaped(),
        Err(error) => error.to_string().lines().next().unwrap_or_default().to_owned(),
    }
}
