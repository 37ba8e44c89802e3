//! An exception or rejection, and the error that was expected.

use boa_engine::{Context, JsError, JsObject, JsResult, JsValue, js_string};

use super::assertion_error::Options;
use super::failure::Assertion;
use super::objects::inherits_from;

/// An exception, and what was expected.
pub(super) struct Expectation<'a> {
    pub(super) assertion: &'a Assertion,
    pub(super) actual: &'a JsValue,
    pub(super) expected: &'a JsValue,
    pub(super) message: &'a JsValue,
}

impl Expectation<'_> {
    /// Returns the exception for an error that is not the expected one. `text` is used if the program passed no
    /// message.
    pub(super) fn failed(&self, text: Option<String>, context: &mut Context) -> JsError {
        let is_generated = !self.message.to_boolean();
        let message = match text {
            Some(text) if is_generated => js_string!(text).into(),
            _ => self.message.clone(),
        };
        let options = Options::new(self.actual, self.expected, self.assertion.name, &message);
        self.assertion.error_with(options, is_generated, context)
    }
}

/// Whether a value is an instance of a function that can have instances.
pub(super) fn is_instance(value: &JsValue, function: &JsObject, context: &mut Context) -> JsResult<bool> {
    if function.get(js_string!("prototype"), context)?.is_undefined() {
        return Ok(false);
    }
    value.instance_of(&function.clone().into(), context)
}

/// Whether a function is a class that extends `Error`.
pub(super) fn is_error_class(function: &JsObject, context: &mut Context) -> JsResult<bool> {
    let error = context.intrinsics().constructors().error().constructor();
    inherits_from(function, &error, context)
}
