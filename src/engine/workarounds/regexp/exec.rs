//! `RegExp.prototype.exec`. With the flag `u` or `v`, the engine's matcher reads beyond the string if it starts between
//! the two halves of a surrogate pair.
//!
//! What it finds is stored for the static properties of `RegExp`.
//!
//! `split` and `replace` of the engine make it start there, because they take strings for code units with the flag `v`.
//! They call this method.

use std::rc::Rc;

use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::JsRegExp;
use boa_engine::string::JsStrVariant;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};

use super::super::define;
use super::anchored::Anchored;
use super::corrections::{Correction, Corrections, in_place_of};
use super::input::{SearchedString, restore};
use super::slots::RegExpSlots;
use super::statics::LastMatch;
use super::text::LastText;

/// Functions of the engine.
#[derive(Clone, Trace, Finalize)]
struct Engines {
    exec: JsObject,
    slots: RegExpSlots,
    last_match: LastMatch,
    anchored: Anchored,
    corrections: Corrections,
    #[unsafe_ignore_trace]
    searched: Rc<SearchedString>,
    #[unsafe_ignore_trace]
    last_text: Rc<LastText>,
}

/// Replaces the method by one that calls it.
pub(super) fn replace(last_match: LastMatch, context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().regexp().prototype();
    let (exec, compile) = (prototype.get(js_string!("exec"), context)?, prototype.get(js_string!("compile"), context)?);
    let (Some(exec), Some(compile), Some(slots)) = (exec.as_object(), compile.as_object(), RegExpSlots::find(context))
    else {
        return Ok(());
    };
    let anchored = Anchored::new(exec.clone(), slots.clone());
    let corrections = Corrections::new(slots.clone());
    let captures = (compile, anchored.clone(), corrections.clone());
    let forgetting = NativeFunction::from_copy_closure_with_captures(forget_and_compile, captures);
    define(&prototype, js_string!("compile"), 2, forgetting, context)?;
    let engines =
        Engines { exec, slots, last_match, anchored, corrections, searched: Rc::default(), last_text: Rc::default() };
    define(
        &prototype,
        js_string!("exec"),
        1,
        NativeFunction::from_copy_closure_with_captures(exec_safely, engines),
        context,
    )
}

/// [`RegExp.prototype.compile`](https://tc39.es/ecma262/#sec-regexp.prototype.compile).
fn forget_and_compile(
    this: &JsValue,
    arguments: &[JsValue],
    (compile, anchored, corrections): &(JsObject, Anchored, Corrections),
    context: &mut Context,
) -> JsResult<JsValue> {
    let compiled = compile.call(this, arguments, context);
    if let Some(object) = this.as_object() {
        anchored.forget(&object, context)?;
        corrections.forget(&object, context)?;
    }
    compiled
}

/// [`RegExp.prototype.exec`](https://tc39.es/ecma262/#sec-regexp.prototype.exec).
fn exec_safely(this: &JsValue, arguments: &[JsValue], engines: &Engines, context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = this.as_object().filter(JsObject::is::<RegExp>) else {
        return engines.exec.call(this, arguments, context);
    };
    let string = arguments.get_or_undefined(0).to_string(context)?;
    if matches!(string.variant(), JsStrVariant::Utf16(_)) && !leave_pair(&object, &string, engines, context)? {
        return Ok(JsValue::null());
    }
    let found = match engines.corrections.of(&object, context)? {
        Some(Correction::Matcher(matcher)) => matcher.exec(&object, &string, &engines.last_text, context)?,
        Some(Correction::Expression(replacement)) => {
            in_place_of(&object, &replacement, context, |context| engines.exec(&replacement, &string, context))?
        }
        None => engines.exec(&object, &string, context)?,
    };
    if let Some(found) = found.as_object() {
        engines.last_match.set(string, &found, context)?;
    }
    Ok(found)
}

impl Engines {
    /// The engine's matcher.
    fn exec(&self, regexp: &JsObject, string: &JsString, context: &mut Context) -> JsResult<JsValue> {
        let copy = self.searched.copy_of(string);
        let searched = copy.as_ref().unwrap_or(string);
        let found = match self.anchored.exec(regexp, searched, context)? {
            Some(found) => found,
            None => self.exec.call(&regexp.clone().into(), &[searched.clone().into()], context)?,
        };
        if let (Some(found), true) = (found.as_object(), copy.is_some()) {
            restore(&found, string, context)?;
        }
        Ok(found)
    }
}

/// If the next match would start in a surrogate pair, moves `lastIndex` out of it. Returns `false` if nothing can
/// match.
fn leave_pair(object: &JsObject, string: &JsString, engines: &Engines, context: &mut Context) -> JsResult<bool> {
    let regexp = JsRegExp::from_object(object.clone())?;
    let is_sticky = regexp.sticky(context)?;
    if !is_sticky && !regexp.global(context)? {
        return Ok(true);
    }
    let is_unicode = regexp.unicode(context)?;
    if !is_unicode && !engines.slots.has_unicode_sets(object, context)? {
        return Ok(true);
    }
    let stored = object.get(js_string!("lastIndex"), context)?;
    let index = stored.to_length(context)?;
    if stored.is_object() {
        // The engine must not convert it again.
        object.set(js_string!("lastIndex"), index, true, context)?;
    }
    if !is_in_pair(string, index) {
        return Ok(true);
    }
    // ECMAScript starts with the character that contains the index.
    let start = if is_unicode { index - 1 } else { index + 1 };
    // With the flag `v`, the engine's `replace` and `split` want the next character: see above.
    let can_match = is_unicode || !is_sticky;
    object.set(js_string!("lastIndex"), if can_match { start } else { 0 }, true, context)?;
    Ok(can_match)
}

/// Whether an index is that of the second half of a surrogate pair.
fn is_in_pair(string: &JsString, index: u64) -> bool {
    let Ok(index) = usize::try_from(index) else { return false };
    let Some(before) = index.checked_sub(1).and_then(|before| string.code_unit_at(before)) else { return false };
    matches!(before, 0xD800..=0xDBFF) && matches!(string.code_unit_at(index), Some(0xDC00..=0xDFFF))
}

#[cfg(test)]
mod tests {
    use crate::engine::workarounds::evaluate;

    #[test]
    fn matches_start_with_whole_characters() {
        for (source, expected) in [
            (r"'😀 a'.split(/\S*,/v)", r#"["😀 a"]"#),
            (r"'😀'.split(/.*,/v)", r#"["😀"]"#),
            (r"'😀😀'.split(/(?:)/v)", r#"["😀","😀"]"#),
            (r"'😀b'.split(/(?<=a.?)b/v)", r#"["😀b"]"#),
            (r"'😀😀'.replace(/.?b|(?:)/gv, '-')", r#""-😀-😀-""#),
            (r"'😀😀'.replace(/(?:)/gu, '-')", r#""-😀-😀-""#),
            (r"'a😀b'.match(/./gv)", r#"["a","😀","b"]"#),
            ("const r = /.?b/gu; r.lastIndex = 1; r.exec('😀')", "null"),
            ("const r = /.?b/gu; r.lastIndex = 3; r.exec('ab😀')", "null"),
            ("const r = /(?<=a.?)b/gu; r.lastIndex = 1; r.exec('😀b')", "null"),
            ("const r = /[^a]?b/yu; r.lastIndex = 1; r.exec('😀')", "null"),
            ("const r = /./gu; r.lastIndex = 1; [r.exec('😀')[0], r.lastIndex]", r#"["😀",2]"#),
            ("const r = /./g; r.lastIndex = 1; [r.exec('😀')[0].length, r.lastIndex]", "[1,2]"),
            ("let n = 0; const r = /./gu; r.lastIndex = { valueOf() { n++; return 1 } }; r.test('😀'); n", "1"),
            ("[RegExp.prototype.exec.name, RegExp.prototype.exec.length]", r#"["exec",1]"#),
        ] {
            let (before, last) = source.rsplit_once("; ").map_or(("", source), |(before, last)| (before, last));
            assert_eq!(evaluate(&format!("{before}; JSON.stringify({last})")), expected, "{source}");
        }
        assert!(evaluate("RegExp.prototype.exec.call({}, 'a')").contains("TypeError"));
    }
}
