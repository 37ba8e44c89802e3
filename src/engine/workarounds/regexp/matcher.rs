//! Another matcher for expressions that the engine's own is wrong about: see `corrections.rs`. It is slower, and
//! takes UTF-8 only.

use std::rc::Rc;

use boa_engine::object::builtins::{JsArray, JsRegExp};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsData, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Trace};
use indexmap::IndexMap;
use regress::backends::{PikeVMExecutor, find};
use regress::{Match, Range, Regex};

use super::super::locales::tell;
use super::names_in_lookbehinds::group_names;
use super::pattern::{Token, Tokens};
use super::surrogates::with_stand_ins;
use super::text::{LastText, Utf8Text};
use crate::event_loop::EngineFault;

/// A compiled pattern.
#[derive(Clone, Trace, Finalize, JsData)]
pub(super) struct Matcher {
    #[unsafe_ignore_trace]
    regex: Rc<Regex>,
    /// The names of the groups, by their numbers less 1.
    #[unsafe_ignore_trace]
    names: Rc<[Option<JsString>]>,
    /// Whether it matches characters, and not code units.
    is_unicode: bool,
    #[unsafe_ignore_trace]
    start: Start,
    /// Whether the pattern may tell a surrogate that is no part of a pair from other characters.
    knows_surrogates: bool,
}

/// Where matches start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Anywhere,
    /// At `lastIndex`. The pattern has another alternative, which matches where no other does, and has the last group:
    /// otherwise, the matcher would search the whole string.
    AtIndexOrOther,
    /// At `lastIndex`. Another group could change what a number after a backslash means.
    AtIndex,
}

impl Matcher {
    /// Compiles a pattern. `None` if it is invalid.
    pub(super) fn compile(pattern: &[u16], flags: &str) -> Option<Self> {
        let has_unicode_sets = flags.contains('v');
        let start = match flags.contains('y') {
            false => Start::Anywhere,
            true if has_references(pattern, has_unicode_sets) => Start::AtIndex,
            true => Start::AtIndexOrOther,
        };
        let end = if start == Start::AtIndexOrOther { "|()" } else { "" };
        let units: Vec<u16> = pattern.iter().copied().chain(end.encode_utf16()).collect();
        let is_unicode = flags.contains(['u', 'v']);
        let code_points: Vec<u32> = if is_unicode {
            char::decode_utf16(units)
                .map(|unit| unit.map_or_else(|error| error.unpaired_surrogate().into(), u32::from))
                .collect()
        } else {
            with_stand_ins(&units)
        };
        let regex = Regex::from_unicode(code_points.into_iter(), flags).ok()?;
        let knows_surrogates = is_unicode && knows_surrogates(pattern, has_unicode_sets);
        let names = group_names(pattern, has_unicode_sets).into_iter();
        let names = names.map(|name| name.map(|name| JsString::from(name.as_slice()))).collect();
        Some(Self { regex: Rc::new(regex), names, is_unicode, start, knows_surrogates })
    }

    /// What an expression matches in a string from an index on.
    fn find(&self, text: &Utf8Text, index: usize) -> Option<Found<'_>> {
        let found = find::<PikeVMExecutor<'_, '_>>(&self.regex, &text.text, text.of_code_unit(index)).next()?;
        let mut found = Found::new(&found, &self.names, text);
        let is_match = match self.start {
            Start::Anywhere => true,
            Start::AtIndexOrOther => found.captures.pop()?.is_none(),
            Start::AtIndex => found.range.start == index,
        };
        is_match.then_some(found)
    }

    /// [`RegExpBuiltinExec`](https://tc39.es/ecma262/#sec-regexpbuiltinexec).
    ///
    /// # Errors
    ///
    /// Those of `lastIndex`.
    pub(super) fn exec(
        &self,
        regexp: &JsObject,
        string: &JsString,
        last: &LastText,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let text = last.convert(string, self.is_unicode);
        if text.has_surrogates && self.knows_surrogates {
            let what = "a regular expression may be wrong about unpaired surrogates";
            tell(EngineFault::UnpairedSurrogates, what, context);
        }
        let known = JsRegExp::from_object(regexp.clone())?;
        let last_index = js_string!("lastIndex");
        // Step 2: it is converted even if it is not used.
        let start = regexp.get(last_index.clone(), context)?.to_length(context)?;
        let has_last_index = self.start != Start::Anywhere || known.global(context)?;
        let start = if has_last_index { start } else { 0 };
        let start = usize::try_from(start).ok().filter(|&start| start <= string.len());
        let Some(found) = start.and_then(|start| self.find(&text, start)) else {
            if has_last_index {
                regexp.set(last_index, 0, true, context)?;
            }
            return Ok(JsValue::null());
        };
        if has_last_index {
            regexp.set(last_index, found.range.end, true, context)?;
        }
        found.to_array(string, known.has_indices(context)?, context)
    }
}

/// Whether a pattern with the flag `u` or `v` may tell surrogates that are no part of a pair from the characters that
/// stand for them: by an escape, a set of characters, a range or a backreference.
fn knows_surrogates(pattern: &[u16], has_unicode_sets: bool) -> bool {
    let escapes = [b'u', b'p', b'P'].map(u16::from);
    pattern.windows(2).any(|pair| pair[0] == u16::from(b'\\') && escapes.contains(&pair[1]))
        || pattern.iter().any(|&unit| unit >= 0xD800)
        || has_references(pattern, has_unicode_sets)
}

/// Whether a pattern has backreferences, or escapes that look like ones.
fn has_references(pattern: &[u16], has_unicode_sets: bool) -> bool {
    Tokens::new(pattern, has_unicode_sets).any(|(token, _)| matches!(token, Token::BackReference(_)))
}

/// A match, by code units.
struct Found<'a> {
    range: Range,
    captures: Vec<Option<Range>>,
    names: &'a [Option<JsString>],
}

impl<'a> Found<'a> {
    fn new(found: &Match, names: &'a [Option<JsString>], text: &Utf8Text) -> Self {
        let convert = |range: Range| text.code_unit_at(range.start)..text.code_unit_at(range.end);
        Self {
            range: convert(found.range()),
            captures: found.captures.iter().map(|capture| capture.clone().map(convert)).collect(),
            names,
        }
    }

    /// Steps 20 to 36 of `RegExpBuiltinExec`.
    fn to_array(&self, string: &JsString, has_indices: bool, context: &mut Context) -> JsResult<JsValue> {
        let part = |range: &Range, _: &mut Context| string.get(range.clone()).unwrap_or_default().into();
        let found = self.list(part, context);
        found.create_data_property_or_throw(js_string!("index"), self.range.start, context)?;
        found.create_data_property_or_throw(js_string!("input"), string.clone(), context)?;
        let groups = self.groups(part, context)?;
        found.create_data_property_or_throw(js_string!("groups"), groups, context)?;
        if has_indices {
            let pair = |range: &Range, context: &mut Context| {
                JsArray::from_iter([range.start.into(), range.end.into()], context).into()
            };
            let indices = self.list(pair, context);
            let groups = self.groups(pair, context)?;
            indices.create_data_property_or_throw(js_string!("groups"), groups, context)?;
            found.create_data_property_or_throw(js_string!("indices"), indices, context)?;
        }
        Ok(found.into())
    }

    /// An array of the match and of its captures.
    fn list(&self, value: impl Fn(&Range, &mut Context) -> JsValue, context: &mut Context) -> JsObject {
        let mut values = vec![value(&self.range, context)];
        for capture in &self.captures {
            values.push(capture.as_ref().map_or(JsValue::undefined(), |range| value(range, context)));
        }
        JsArray::from_iter(values, context).into()
    }

    /// An object of the captures with names. `undefined` if there are none.
    fn groups(&self, value: impl Fn(&Range, &mut Context) -> JsValue, context: &mut Context) -> JsResult<JsValue> {
        let mut groups: IndexMap<&JsString, Option<&Range>> = IndexMap::new();
        for (name, range) in self.names.iter().zip(&self.captures) {
            let Some(name) = name else { continue };
            // Of several groups with a name, one at most has matched.
            let known = groups.entry(name).or_default();
            *known = known.or(range.as_ref());
        }
        if groups.is_empty() {
            return Ok(JsValue::undefined());
        }
        let object = JsObject::with_null_proto();
        for (name, range) in groups {
            let value = range.map_or(JsValue::undefined(), |range| value(range, context));
            object.create_data_property_or_throw(PropertyKey::from(name.clone()), value, context)?;
        }
        Ok(object.into())
    }
}
