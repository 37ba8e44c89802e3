//! The stacks of errors that native functions create.

use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsString, js_string};
use boa_gc::{Finalize, Trace};
use posttask::event_loop::Location;
use posttask::internal::event_loop::{stack_text, user_frame, with_anonymous_text};

/// Where a native function was called. An error that it creates later, when the call is no longer on the stack, still
/// shows this place.
#[derive(Clone, Trace, Finalize)]
pub(crate) struct CallSite(Option<JsObject>);

impl CallSite {
    /// Remembers the calls that are on the stack now.
    #[must_use]
    pub(crate) fn new(context: &mut Context) -> Self {
        let constructor = context.intrinsics().constructors().error().constructor();
        Self(constructor.construct(&[], None, context).ok())
    }

    /// Returns the frames, innermost first, without the native functions at the top.
    fn frames(&self, context: &mut Context) -> Vec<String> {
        let text = self.0.as_ref().map(|error| stack_text(error, context)).unwrap_or_default();
        let frames = text.lines().filter_map(|line| user_frame(line.strip_prefix("    ")?, context));
        let frames = frames.map(|line| with_anonymous_text(&line).into_owned());
        frames.skip_while(|line| line.ends_with("(native)")).collect()
    }

    /// Returns the position of the call in the program.
    #[must_use]
    pub(crate) fn location(&self, context: &mut Context) -> Option<Location> {
        Location::at_end_of(self.frames(context).first()?)
    }

    /// Returns the text for the property `stack` of an error.
    #[must_use]
    pub(crate) fn text(&self, context: &mut Context) -> JsString {
        let frames = self.frames(context);
        JsString::from(frames.iter().fold(String::new(), |text, frame| text + "    " + frame + "\n"))
    }

    /// Stores the stack in an error that has just been created.
    ///
    /// # Errors
    ///
    /// `TypeError` if the property cannot be defined.
    pub(crate) fn store(&self, error: &JsObject, context: &mut Context) -> JsResult<()> {
        let text = self.text(context);
        let stack = PropertyDescriptor::builder().value(text).writable(true).enumerable(false).configurable(true);
        error.define_property_or_throw(js_string!("stack"), stack, context).map(drop)
    }
}
