//! The static properties of `RegExp` that tell about the last match, such as `RegExp.$1` and `RegExp.lastMatch`: the
//! [legacy features] that all browsers have. The engine has none of them.
//!
//! [legacy features]: https://github.com/tc39/proposal-regexp-legacy-features

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::IndexPropertyValues;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsData, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};

use super::super::abstract_operations::function;

/// What the last match of the regular expressions of a realm was. Only what is at hand is stored.
#[derive(Default)]
struct Match {
    /// `RegExp.input`, which a program can set.
    input: JsString,
    /// The string that was searched.
    string: JsString,
    start: usize,
    /// The match and its captures.
    groups: Vec<Option<JsString>>,
}

/// The last match of a realm.
#[derive(Clone, Default, Trace, Finalize, JsData)]
pub(super) struct LastMatch(#[unsafe_ignore_trace] Rc<RefCell<Match>>);

impl LastMatch {
    /// Stores a match that the engine has found, and returned as an array.
    ///
    /// # Errors
    ///
    /// None, since the program has not seen the array.
    pub(super) fn set(&self, string: JsString, found: &JsObject, context: &mut Context) -> JsResult<()> {
        let start = found.get(js_string!("index"), context)?.to_length(context)?;
        let mut last = self.0.borrow_mut();
        last.start = usize::try_from(start).unwrap_or_default();
        last.groups.clear();
        if let IndexPropertyValues::DenseElement(groups) = found.borrow().properties().index_property_values() {
            last.groups.extend(groups.map(JsValue::as_string));
        }
        last.input.clone_from(&string);
        last.string = string;
        Ok(())
    }
}

impl Match {
    fn group(&self, index: usize) -> JsString {
        self.groups.get(index).cloned().flatten().unwrap_or_default()
    }

    fn last_group(&self) -> JsString {
        self.group(if self.groups.len() > 1 { self.groups.len() - 1 } else { usize::MAX })
    }

    fn left_context(&self) -> JsString {
        self.string.slice(0, self.start)
    }

    fn right_context(&self) -> JsString {
        self.string.slice(self.start + self.group(0).len(), self.string.len())
    }
}

/// Defines the properties. Returns the place for the last match of the current realm.
pub(super) fn replace(context: &mut Context) -> LastMatch {
    let last = LastMatch::default();
    context.realm().host_defined_mut().insert(last.clone());
    let constructor = context.intrinsics().constructors().regexp().constructor();
    macro_rules! define {
        ($($name:literal $get_name:literal $set_name:literal $get:expr, $set:expr;)*) => {
            $(
                let get: NativeFunctionPointer = |_, _, context| Ok(read(context, $get));
                let get = function(js_string!($get_name), 0, NativeFunction::from_fn_ptr(get), context);
                let set = NativeFunction::from_fn_ptr($set);
                let set = function(js_string!($set_name), 1, set, context);
                let property =
                    PropertyDescriptor::builder().get(get).set(set).enumerable(false).configurable(true);
                constructor.insert_property(js_string!($name), property);
            )*
        };
    }
    define! {
        "input" "get input" "set input" |last| last.input.clone(), set_input;
        "$_" "get $_" "set $_" |last| last.input.clone(), set_input;
        "lastMatch" "get lastMatch" "set lastMatch" |last| last.group(0), ignore;
        "$&" "get $&" "set $&" |last| last.group(0), ignore;
        "lastParen" "get lastParen" "set lastParen" Match::last_group, ignore;
        "$+" "get $+" "set $+" Match::last_group, ignore;
        "leftContext" "get leftContext" "set leftContext" Match::left_context, ignore;
        "$`" "get $`" "set $`" Match::left_context, ignore;
        "rightContext" "get rightContext" "set rightContext" Match::right_context, ignore;
        "$'" "get $'" "set $'" Match::right_context, ignore;
        "$1" "get $1" "set $1" |last| last.group(1), ignore;
        "$2" "get $2" "set $2" |last| last.group(2), ignore;
        "$3" "get $3" "set $3" |last| last.group(3), ignore;
        "$4" "get $4" "set $4" |last| last.group(4), ignore;
        "$5" "get $5" "set $5" |last| last.group(5), ignore;
        "$6" "get $6" "set $6" |last| last.group(6), ignore;
        "$7" "get $7" "set $7" |last| last.group(7), ignore;
        "$8" "get $8" "set $8" |last| last.group(8), ignore;
        "$9" "get $9" "set $9" |last| last.group(9), ignore;
    }
    last
}

fn read(context: &Context, part: fn(&Match) -> JsString) -> JsValue {
    let host_defined = context.realm().host_defined();
    host_defined.get::<LastMatch>().map_or_else(JsValue::undefined, |last| part(&last.0.borrow()).into())
}

fn set_input(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let input = arguments.get_or_undefined(0).to_string(context)?;
    if let Some(last) = context.realm().host_defined().get::<LastMatch>() {
        last.0.borrow_mut().input = input;
    }
    Ok(JsValue::undefined())
}

/// As in all browsers, an assignment to the other properties does nothing.
#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn ignore(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(JsValue::undefined())
}

#[cfg(test)]
mod tests {
    use crate::engine::workarounds::evaluate;

    #[test]
    fn the_last_match_is_remembered() {
        for (source, expected) in [
            ("/(b)(c)/.test('abcd'); [RegExp.$1, RegExp.$2, RegExp.$3, RegExp['$+']]", r#"["b","c","","c"]"#),
            ("/b/.exec('abc'); [RegExp['$`'], RegExp['$&'], RegExp[\"$'\"], RegExp.lastParen]", r#"["a","b","c",""]"#),
            ("/(b)|c/.exec('ac'); /d/.exec('abc'); [RegExp.input, RegExp.$1, RegExp['$&']]", r#"["ac","","c"]"#),
            ("RegExp.input = 5; RegExp.$1 = 5; [RegExp.$_, RegExp.$1, RegExp.leftContext]", r#"["5","",""]"#),
            (
                "const m = /(.)/.exec('a'); m[0] = m[1] = 'x'; m.index = 1; [RegExp.$1, RegExp.leftContext]",
                r#"["a",""]"#,
            ),
            ("'abcb'.replace(/b/g, () => RegExp.leftContext)", r#""aabccabc""#),
            ("'a1b2'.split(/(\\d)/); [RegExp.leftContext, RegExp.$1]", r#"["a1b","2"]"#),
            ("Object.keys(RegExp).length", "0"),
        ] {
            let (before, last) = source.rsplit_once("; ").unwrap_or(("", source));
            assert_eq!(evaluate(&format!("{before}; JSON.stringify({last})")), expected, "{source}");
        }
    }
}
