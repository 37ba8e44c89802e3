//! Regular expressions that match at one place only: those with the flag `y`, and those that begin with `^`. The
//! engine's matcher does not know these: where there is no match, it looks for one up to the end of the string. So
//! tokenizers take quadratic time.
//!
//! In a long string, an expression `…` is replaced by `…|()`, which always has a match at the place. If the last group
//! took part in it, the expression has none.

use boa_engine::object::builtins::{JsArray, JsRegExp};
use boa_engine::value::JsVariant;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Trace};

use super::replacements::Replacements;
use super::slots::RegExpSlots;

/// In a shorter string, looking for a match everywhere takes less time than compiling another expression.
const LONG: usize = 1024;

/// The replacements of regular expressions.
#[derive(Clone, Trace, Finalize)]
pub(super) struct Anchored {
    /// The engine's `RegExp.prototype.exec`.
    exec: JsObject,
    slots: RegExpSlots,
    replacements: Replacements,
}

impl Anchored {
    /// `exec` is the engine's.
    pub(super) fn new(exec: JsObject, slots: RegExpSlots) -> Self {
        Self { exec, slots, replacements: Replacements::default() }
    }

    /// `RegExp.prototype.exec` with the replacement of a regular expression. `None` if the engine's own will do.
    ///
    /// # Errors
    ///
    /// `TypeError` if `lastIndex` cannot be set.
    pub(super) fn exec(
        &self,
        regexp: &JsObject,
        string: &JsString,
        context: &mut Context,
    ) -> JsResult<Option<JsValue>> {
        if string.len() < LONG {
            return Ok(None);
        }
        let replacement = self.replacements.get(regexp, context, |context| self.create(regexp, context))?;
        let Some(replacement) = replacement else { return Ok(None) };
        let last_index = js_string!("lastIndex");
        let is_sticky = JsRegExp::from_object(regexp.clone())?.sticky(context)?;
        let start = regexp.get(last_index.clone(), context)?;
        let JsVariant::Integer32(start) = start.variant() else { return Ok(None) };
        let start = if is_sticky { start.max(0) } else { 0 };
        if usize::try_from(start).is_ok_and(|start| start > string.len()) {
            return Ok(None);
        }
        replacement.set(last_index.clone(), start, true, context)?;
        let found = self.exec.call(&replacement.clone().into(), &[string.clone().into()], context)?;
        let Some(found) = found.as_object() else { return Ok(None) };
        let array = JsArray::from_object(found.clone())?;
        if array.pop(context)?.is_undefined() {
            if let Some(indices) = found.get(js_string!("indices"), context)?.as_object() {
                JsArray::from_object(indices)?.pop(context)?;
            }
            if is_sticky {
                let end = replacement.get(last_index.clone(), context)?;
                regexp.set(last_index, end, true, context)?;
            }
            return Ok(Some(found.into()));
        }
        if is_sticky {
            regexp.set(last_index, 0, true, context)?;
        }
        Ok(Some(JsValue::null()))
    }

    /// Forgets the replacement of an expression that changes.
    pub(super) fn forget(&self, regexp: &JsObject, context: &mut Context) -> JsResult<()> {
        self.replacements.forget(regexp, context)
    }

    fn create(&self, object: &JsObject, context: &mut Context) -> JsResult<Option<JsObject>> {
        let regexp = JsRegExp::from_object(object.clone())?;
        let is_sticky = regexp.sticky(context)?;
        if !is_sticky && (regexp.global(context)? || regexp.multiline(context)?) {
            return Ok(None);
        }
        let pattern = self.slots.pattern(object, context)?;
        if can_change(&pattern) || !is_sticky && !is_anchored(&pattern) {
            return Ok(None);
        }
        let pattern = js_string!(&pattern, &js_string!("|()"));
        let flags = self.slots.flags(object, context)?.replace(['g', 'y'], "") + "g";
        Ok(JsRegExp::new(pattern, JsString::from(flags), context).ok().map(JsObject::from))
    }
}

const BACKSLASH: u16 = b'\\' as u16;

/// Whether a pattern may mean something else with another group, or may not be that of the expression: in its source,
/// a line terminator after a backslash has become a letter.
fn can_change(pattern: &JsString) -> bool {
    let units = pattern.to_vec();
    units.windows(2).any(|pair| pair[0] == BACKSLASH && (u16::from(b'1')..=u16::from(b'9')).contains(&pair[1]))
        || units
            .windows(3)
            .any(|three| three[..2] == [BACKSLASH; 2] && matches!(u8::try_from(three[2]), Ok(b'n' | b'r' | b'u')))
}

/// Whether a pattern begins with `^` and has no other alternatives.
fn is_anchored(pattern: &JsString) -> bool {
    let (mut depth, mut is_in_class, mut is_escaped) = (0_usize, false, false);
    for unit in pattern {
        match u8::try_from(unit) {
            _ if is_escaped => is_escaped = false,
            Ok(b'\\') => is_escaped = true,
            // A class in a class ends too early here, so that there seem to be more groups than there are.
            Ok(b']') => is_in_class = false,
            Ok(b'[') => is_in_class = true,
            _ if is_in_class => {}
            Ok(b'(') => depth += 1,
            Ok(b')') => depth = depth.saturating_sub(1),
            Ok(b'|') if depth == 0 => return false,
            _ => {}
        }
    }
    // `^*` is no assertion that must hold.
    pattern.code_unit_at(0) == Some(u16::from(b'^'))
        && !matches!(pattern.code_unit_at(1).map(u8::try_from), Some(Ok(b'*' | b'+' | b'?' | b'{')))
}

#[cfg(test)]
mod tests {
    use boa_engine::js_string;

    use super::*;
    use crate::engine::workarounds::evaluate;

    #[test]
    fn patterns_that_begin_with_an_assertion_are_known() {
        for (pattern, expected) in [
            ("^a", true),
            ("^(a|b)", true),
            ("^[|]", true),
            (r"^\|", true),
            ("^a|b", false),
            ("a", false),
            ("(^a)", false),
            (r"^[\]|]|b", false),
            ("^", true),
        ] {
            assert_eq!(is_anchored(&js_string!(pattern)), expected, "{pattern}");
        }
        assert!(can_change(&js_string!(r"a\1")) && can_change(&js_string!(r"\\n")) && !can_change(&js_string!(r"\n")));
    }

    #[test]
    fn anchored_expressions_match_as_others_do() {
        let long = "const s = 'ab1 '.repeat(300), at = (r, i) => { r.lastIndex = i; const m = r.exec(s);
            return [m && [...m], m?.index, m?.groups?.n, m?.indices?.length, r.lastIndex] };";
        for (source, expected) in [
            (r"at(/b(\d)/y, 1)", r#"[["b1","1"],1,null,null,3]"#),
            (r"at(/b(\d)/y, 2)", "[null,null,null,null,0]"),
            (r"at(/(x)?(?:)/y, 2)", r#"[["",null],2,null,null,2]"#),
            (r"at(/(?<n>b)|c/dgyiu, 5)", r#"[["b","b"],5,"b",2,6]"#),
            (r"at(/b\1/y, 1)", "[null,null,null,null,0]"),
            (r"at(/$/y, 1200)", r#"[[""],1200,null,null,1200]"#),
            (r"at(/$/y, 1201)", "[null,null,null,null,0]"),
            (r"at(/^b/my, 1)", "[null,null,null,null,0]"),
            (r"at(/^(a)|1/, 7)", r#"[["a","a"],0,null,null,7]"#),
            (r"at(/^x/, 7)", "[null,null,null,null,7]"),
            (r"at(/^ab(\d)/d, 7)", r#"[["ab1","1"],0,null,2,7]"#),
            (r"(r => [at(r, 1), r.compile('1', 'y'), at(r, 1), at(r, 2)][3])(/b/y)", r#"[["1"],2,null,null,3]"#),
            ("at(/b/y, { valueOf: () => 1 })", r#"[["b"],1,null,null,2]"#),
            ("at(/b/y, -1)", "[null,null,null,null,0]"),
            (
                "(r => { r.lastIndex = 1; Object.freeze(r); try { r.exec(s) } catch (e) { return e.name } })(/b/y)",
                "\"TypeError\"",
            ),
        ] {
            assert_eq!(evaluate(&format!("{long} JSON.stringify({source})")), expected, "{source}");
        }
    }
}
