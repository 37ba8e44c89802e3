//! Failed assertions.

use boa_engine::{Context, JsError, JsValue, js_string};
use boa_gc::{Finalize, Trace};

use super::assertion_error::{Options, thrown};
use super::objects::is_instance_of_error;
use super::stack::CallSite;

/// A call of an assertion.
#[derive(Clone, Trace, Finalize)]
pub(super) struct Assertion {
    /// The name of the function.
    #[unsafe_ignore_trace]
    pub(super) name: &'static str,
    /// Where it was called, if it reports its result later.
    site: Option<CallSite>,
}

impl Assertion {
    /// An assertion that is on the stack until it ends.
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, site: None }
    }

    /// An assertion that reports its result through a promise.
    pub(super) fn asynchronous(name: &'static str, context: &mut Context) -> Self {
        Self { name, site: Some(CallSite::new(context)) }
    }

    /// Returns where the assertion was called.
    pub(super) fn site(&self, context: &mut Context) -> CallSite {
        self.site.clone().unwrap_or_else(|| CallSite::new(context))
    }

    /// Returns the exception for two values that the operator does not accept. If the message is an error, it is thrown
    /// itself.
    pub(super) fn failed(
        &self,
        actual: &JsValue,
        expected: &JsValue,
        operator: &str,
        message: &JsValue,
        context: &mut Context,
    ) -> JsError {
        match is_instance_of_error(message, context) {
            Ok(true) => JsError::from_opaque(message.clone()),
            Ok(false) => self.error(Options::new(actual, expected, operator, message), context),
            Err(error) => error,
        }
    }

    /// Returns the exception with these options.
    pub(super) fn error(&self, options: Options, context: &mut Context) -> JsError {
        let site = self.site(context);
        options.create(&site, context).map_or_else(|error| error, thrown)
    }

    /// Like [`Self::error`], but says whether the message was generated.
    pub(super) fn error_with(&self, options: Options, is_generated: bool, context: &mut Context) -> JsError {
        let site = self.site(context);
        let error = match options.create(&site, context) {
            Ok(error) => error,
            Err(error) => return error,
        };
        match error.set(js_string!("generatedMessage"), is_generated, true, context) {
            Ok(_) => thrown(error),
            Err(error) => error,
        }
    }
}
