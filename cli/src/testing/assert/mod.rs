//! `node:assert` and `node:assert/strict`: <https://nodejs.org/api/assert.html>.
//!
//! The functions, the properties of their errors and the messages are those of Node 24.

mod assertion_error;
mod comparison;
mod diff;
mod equality;
mod exceptions;
mod expectation;
mod expected_class;
mod expected_error;
mod expected_properties;
mod failing;
mod failure;
mod matching;
mod message;
mod modules;
mod node_error;
mod objects;
mod of_test;
mod other_modules;
mod printer;
mod rejections;
mod report;
mod stack;
#[cfg(test)]
mod tests;
mod truth;

use boa_engine::{Context, JsObject, JsResult};
use posttask::internal::exploration::footprints::HostFunctions;

pub(crate) use comparison::{Mode, are_deeply_equal};
pub(super) use exceptions::caught;
pub(crate) use node_error::{Class, invalid_arg_type, invalid_arg_value, node_error, out_of_range};
pub(super) use objects::{get_with_receiver, new_function, own_descriptor, plain_object, prepare, prototype_of};
pub(crate) use of_test::of_test;
pub(super) use other_modules::{Failed, differences, failed};
pub(crate) use report::{compared, with_differences};

use modules::Modules;

/// The names that the modules export. The first one is a class, and the others are functions.
pub(crate) const EXPORTS: &[&str] = &[
    "AssertionError",
    "deepEqual",
    "deepStrictEqual",
    "doesNotMatch",
    "doesNotReject",
    "doesNotThrow",
    "equal",
    "fail",
    "ifError",
    "match",
    "notDeepEqual",
    "notDeepStrictEqual",
    "notEqual",
    "notStrictEqual",
    "ok",
    "partialDeepStrictEqual",
    "rejects",
    "strict",
    "strictEqual",
    "throws",
];

/// The functions tell that they read what they get, and show it if it differs.
pub(crate) const FUNCTIONS: HostFunctions =
    HostFunctions { exports: EXPORTS.split_at(1).1, members: &[], other_members: &[] };

/// Returns the function `assert` with its members; `strict` selects that of `node:assert/strict`. A realm has one of
/// each.
///
/// # Errors
///
/// Whatever a program throws that has replaced built-in functions by getters.
pub(crate) fn create(strict: bool, context: &mut Context) -> JsResult<JsObject> {
    let modules = Modules::of(context)?;
    Ok(if strict { modules.strict.clone() } else { modules.assert.clone() })
}
