//! What runs in the place of regular expressions that the engine's matcher is wrong about.

use boa_engine::object::builtins::JsRegExp;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Trace};

use super::braced_escapes::without_braced_escapes;
use super::matcher::Matcher;
use super::names_in_lookbehinds::has_names_in_lookbehinds;
use super::own_references::has_own_references;
use super::repeated_groups::loses_repetitions;
use super::replacements::Replacements;
use super::shared_names::without_shared_names;
use super::slots::RegExpSlots;
use super::word_classes::without_word_classes;

/// Whether a pattern, with or without the flag `v`, has one of the faults for which there is another matcher.
const FAULTS: [fn(&[u16], bool) -> bool; 3] = [loses_repetitions, has_own_references, has_names_in_lookbehinds];

/// Whether a pattern may have one of the faults: what is cheap to know.
fn may_have_faults(pattern: &JsString) -> bool {
    let mut last = None;
    pattern.iter().any(|unit| {
        let pair = (last, u8::try_from(unit).unwrap_or_default());
        last = Some(pair.1);
        // A repeated group, a backreference, a lookbehind or a name, and a character in braces.
        matches!(
            pair,
            (Some(b')'), b'*' | b'+' | b'{')
                | (Some(b'\\'), b'1'..=b'9' | b'k')
                | (Some(b'?'), b'<')
                | (Some(b'u'), b'{')
        )
    })
}

/// The corrections of regular expressions.
#[derive(Clone, Trace, Finalize)]
pub(super) struct Corrections {
    slots: RegExpSlots,
    replacements: Replacements,
}

/// What to run instead of the engine's matcher for an expression.
pub(super) enum Correction {
    /// The engine's matcher for another expression.
    Expression(JsObject),
    /// Another matcher.
    Matcher(Matcher),
}

impl Corrections {
    pub(super) fn new(slots: RegExpSlots) -> Self {
        Self { slots, replacements: Replacements::default() }
    }

    /// Forgets the correction of an expression that changes.
    pub(super) fn forget(&self, regexp: &JsObject, context: &mut Context) -> JsResult<()> {
        self.replacements.forget(regexp, context)
    }

    /// Returns the correction of an expression. `None` if the engine is right about it.
    ///
    /// # Errors
    ///
    /// None that is expected: the slots of regular expressions are read.
    pub(super) fn of(&self, regexp: &JsObject, context: &mut Context) -> JsResult<Option<Correction>> {
        let known = self.replacements.get(regexp, context, |context| self.create(regexp, context))?;
        Ok(known.map(|object| {
            let matcher = object.downcast_ref::<Matcher>().map(|matcher| matcher.clone());
            matcher.map_or(Correction::Expression(object), Correction::Matcher)
        }))
    }

    fn create(&self, regexp: &JsObject, context: &mut Context) -> JsResult<Option<JsObject>> {
        let known = JsRegExp::from_object(regexp.clone())?;
        let ignores_case = known.ignore_case(context)?;
        let may_have_faults = may_have_faults(&self.slots.source(regexp, context)?);
        if !(ignores_case || may_have_faults) {
            return Ok(None);
        }
        let pattern = self.slots.pattern(regexp, context)?.to_vec();
        let has_unicode_sets = self.slots.has_unicode_sets(regexp, context)?;
        let needs_matcher = may_have_faults && FAULTS.iter().any(|has_fault| has_fault(&pattern, has_unicode_sets));
        let mut corrected = None;
        if ignores_case && !has_unicode_sets {
            corrected = without_word_classes(&pattern);
        }
        if may_have_faults {
            if !has_unicode_sets && !known.unicode(context)? {
                corrected = without_braced_escapes(corrected.as_ref().unwrap_or(&pattern)).or(corrected);
            }
            corrected = without_shared_names(corrected.as_ref().unwrap_or(&pattern), has_unicode_sets).or(corrected);
        }
        if corrected.is_none() && !needs_matcher {
            return Ok(None);
        }
        let pattern = corrected.unwrap_or(pattern);
        let flags = self.slots.flags(regexp, context)?;
        if needs_matcher {
            let matcher = Matcher::compile(&pattern, &flags);
            return Ok(matcher.map(|matcher| JsObject::from_proto_and_data(None, matcher)));
        }
        Ok(JsRegExp::new(JsString::from(pattern.as_slice()), JsString::from(flags), context).ok().map(JsObject::from))
    }
}

/// Runs another expression in the place of one: `lastIndex` is that of the expression.
///
/// # Errors
///
/// `TypeError` if `lastIndex` cannot be set. Whatever the matcher throws.
pub(super) fn in_place_of(
    regexp: &JsObject,
    replacement: &JsObject,
    context: &mut Context,
    exec: impl FnOnce(&mut Context) -> JsResult<JsValue>,
) -> JsResult<JsValue> {
    let last_index = js_string!("lastIndex");
    let start = regexp.get(last_index.clone(), context)?;
    replacement.set(last_index.clone(), start, true, context)?;
    let found = exec(context)?;
    let known = JsRegExp::from_object(replacement.clone())?;
    if known.global(context)? || known.sticky(context)? {
        let end = replacement.get(last_index.clone(), context)?;
        regexp.set(last_index, end, true, context)?;
    }
    Ok(found)
}
