//! Regular expressions that are run in the place of others.

use boa_engine::object::builtins::JsWeakMap;
use boa_engine::{Context, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

/// The replacements of regular expressions: an expression, or `null` if there is none.
#[derive(Clone, Default, Trace, Finalize)]
pub(super) struct Replacements(Gc<GcRefCell<Option<JsWeakMap>>>);

impl Replacements {
    /// Returns the replacement of an expression. `create` is called the first time.
    ///
    /// # Errors
    ///
    /// Those of `create`.
    pub(super) fn get(
        &self,
        regexp: &JsObject,
        context: &mut Context,
        create: impl FnOnce(&mut Context) -> JsResult<Option<JsObject>>,
    ) -> JsResult<Option<JsObject>> {
        let known = self.0.borrow().clone();
        let replacements = known.unwrap_or_else(|| {
            let replacements = JsWeakMap::new(context);
            *self.0.borrow_mut() = Some(replacements.clone());
            replacements
        });
        let known = replacements.get(regexp, context)?;
        if !known.is_undefined() {
            return Ok(known.as_object());
        }
        let replacement = create(context)?;
        replacements.set(regexp, replacement.clone().map_or(JsValue::null(), JsValue::from), context)?;
        Ok(replacement)
    }

    /// Forgets the replacement of an expression that changes.
    ///
    /// # Errors
    ///
    /// None that is expected.
    pub(super) fn forget(&self, regexp: &JsObject, context: &mut Context) -> JsResult<()> {
        let replacements = self.0.borrow().clone();
        replacements.map_or(Ok(()), |replacements| replacements.delete(regexp, context).map(drop))
    }
}
