//! What a regular expression is made of, whatever a program does to its properties and to the functions that read them.

use boa_engine::object::builtins::JsRegExp;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsString, js_string};
use boa_gc::{Finalize, Trace};

use super::source::escape_pattern;

/// The getters of the engine that read internal slots to which it gives no other access.
#[derive(Clone, Trace, Finalize)]
pub(crate) struct RegExpSlots {
    source: JsObject,
    unicode_sets: JsObject,
}

impl RegExpSlots {
    /// Takes the getters of the current realm, which must still be those of the engine.
    pub(crate) fn find(context: &Context) -> Option<Self> {
        let prototype = context.intrinsics().constructors().regexp().prototype();
        let getter = |name| prototype.borrow().properties().get(&PropertyKey::from(name))?.get()?.as_object();
        Some(Self { source: getter(js_string!("source"))?, unicode_sets: getter(js_string!("unicodeSets"))? })
    }

    /// The pattern of an expression.
    ///
    /// # Errors
    ///
    /// None that is expected.
    pub(crate) fn pattern(&self, regexp: &JsObject, context: &mut Context) -> JsResult<JsString> {
        Ok(escape_pattern(&self.source(regexp, context)?))
    }

    /// The pattern of an expression, with more backslashes before slashes than it has. This takes less time.
    ///
    /// # Errors
    ///
    /// None that is expected.
    pub(super) fn source(&self, regexp: &JsObject, context: &mut Context) -> JsResult<JsString> {
        let source = self.source.call(&regexp.clone().into(), &[], context)?;
        Ok(source.as_string().unwrap_or_default())
    }

    /// Whether an expression has the flag `v`.
    ///
    /// # Errors
    ///
    /// None that is expected.
    pub(super) fn has_unicode_sets(&self, regexp: &JsObject, context: &mut Context) -> JsResult<bool> {
        Ok(self.unicode_sets.call(&regexp.clone().into(), &[], context)?.to_boolean())
    }

    /// The flags of an expression, in the order of `flags`.
    ///
    /// # Errors
    ///
    /// None that is expected.
    pub(crate) fn flags(&self, object: &JsObject, context: &mut Context) -> JsResult<String> {
        let regexp = JsRegExp::from_object(object.clone())?;
        let mut flags = String::new();
        for (flag, is_set) in [
            ('d', regexp.has_indices(context)?),
            ('g', regexp.global(context)?),
            ('i', regexp.ignore_case(context)?),
            ('m', regexp.multiline(context)?),
            ('s', regexp.dot_all(context)?),
            ('u', regexp.unicode(context)?),
            ('v', self.has_unicode_sets(object, context)?),
            ('y', regexp.sticky(context)?),
        ] {
            flags.extend(is_set.then_some(flag));
        }
        Ok(flags)
    }
}
