//! `RegExp.prototype[Symbol.split]`. The engine's own tries each position of the string, and its matcher looks for a
//! match up to the end of the string for each of them, which takes quadratic time.

use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{
    Context, JsArgs, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_error, js_string,
};

use super::super::abstract_operations::{function, length_of_array_like, species_constructor};

/// Replaces the method. To be called after that of `exec`.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().regexp().prototype();
    let Some(exec) = prototype.get(js_string!("exec"), context)?.as_object() else { return Ok(()) };
    let split = NativeFunction::from_copy_closure_with_captures(split, exec);
    let split = function(js_string!("[Symbol.split]"), 2, split, context);
    let property = PropertyDescriptor::builder().value(split).writable(true).enumerable(false).configurable(true);
    prototype.insert_property(JsSymbol::split(), property);
    Ok(())
}

/// [`RegExp.prototype [ %Symbol.split% ]`](https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.split%).
fn split(this: &JsValue, arguments: &[JsValue], exec: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let regexp = this.as_object().ok_or_else(|| js_error!(TypeError: "RegExp.prototype.@@split: not an object"))?;
    let string = arguments.get_or_undefined(0).to_string(context)?;
    let default = context.intrinsics().constructors().regexp().constructor();
    let constructor = species_constructor(&regexp, default.clone(), context)?;
    let flags = regexp.get(js_string!("flags"), context)?.to_string(context)?;
    // The program cannot see an expression that is created here, unless it is asked for `exec`.
    let searches = regexp.is::<RegExp>() && JsObject::equals(&constructor, &default) && has_exec(exec, context);
    let new_flags = if searches { searching(&flags) } else { sticky(&flags) };
    let splitter = constructor.construct(&[this.clone(), new_flags.into()], Some(&constructor), context)?;
    let limit = match arguments.get_or_undefined(1) {
        limit if limit.is_undefined() => u32::MAX,
        limit => limit.to_u32(context)?,
    };
    let is_unicode = flags.contains(b'u') || flags.contains(b'v');
    let splitter = Splitter { exec, regexp: splitter, searches, is_unicode };
    let parts = splitter.split(&string, usize::try_from(limit).unwrap_or(usize::MAX), context)?;
    Ok(JsArray::from_iter(parts, context).into())
}

/// Whether new regular expressions have the replaced `exec`.
fn has_exec(exec: &JsObject, context: &Context) -> bool {
    let prototype = context.intrinsics().constructors().regexp().prototype();
    let property = prototype.borrow().properties().get(&PropertyKey::from(js_string!("exec")));
    let value = property.and_then(|property| property.value().and_then(JsValue::as_object));
    value.is_some_and(|value| JsObject::equals(&value, exec))
}

/// The flags with `y`.
fn sticky(flags: &JsString) -> JsString {
    if flags.contains(b'y') { flags.clone() } else { js_string!(flags, &js_string!("y")) }
}

/// The flags with `g` and without `y`. They are valid only if the flags are.
fn searching(flags: &JsString) -> JsString {
    let mut new_flags = flags.to_vec();
    if let Some(index) = new_flags.iter().position(|&flag| flag == u16::from(b'y')) {
        new_flags.remove(index);
        if new_flags.contains(&u16::from(b'y')) {
            return flags.clone();
        }
    }
    if !flags.contains(b'g') {
        new_flags.push(u16::from(b'g'));
    }
    JsString::from(new_flags.as_slice())
}

/// What looks for separators.
struct Splitter<'a> {
    /// The replaced `exec`.
    exec: &'a JsObject,
    regexp: JsObject,
    /// Whether it finds the next match, not only one at the index.
    searches: bool,
    is_unicode: bool,
}

impl Splitter<'_> {
    /// Steps 14 to 22.
    fn split(&self, string: &JsString, limit: usize, context: &mut Context) -> JsResult<Vec<JsValue>> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        if string.is_empty() {
            let is_split = self.exec(string, context)?.is_some();
            return Ok(if is_split { Vec::new() } else { vec![string.clone().into()] });
        }
        let (mut parts, mut part_start, mut index) = (Vec::new(), 0, 0);
        while index < string.len() {
            self.regexp.set(js_string!("lastIndex"), index, true, context)?;
            let Some(found) = self.exec(string, context)? else {
                if self.searches {
                    break;
                }
                index = self.next(string, index);
                continue;
            };
            if self.searches {
                index = length(&found.get(js_string!("index"), context)?, context)?;
                if index >= string.len() {
                    break;
                }
            }
            let end = length(&self.regexp.get(js_string!("lastIndex"), context)?, context)?.min(string.len());
            if end == part_start {
                index = self.next(string, index);
                continue;
            }
            parts.push(string.slice(part_start, index).into());
            if parts.len() == limit {
                return Ok(parts);
            }
            part_start = end;
            for capture in 1..length_of_array_like(&found, context)? {
                parts.push(found.get(capture, context)?);
                if parts.len() == limit {
                    return Ok(parts);
                }
            }
            index = part_start;
        }
        parts.push(string.slice(part_start, string.len()).into());
        Ok(parts)
    }

    /// [`RegExpExec`](https://tc39.es/ecma262/#sec-regexpexec).
    fn exec(&self, string: &JsString, context: &mut Context) -> JsResult<Option<JsObject>> {
        let exec = self.regexp.get(js_string!("exec"), context)?.as_callable();
        let exec = exec.as_ref().unwrap_or(self.exec);
        let found = exec.call(&self.regexp.clone().into(), &[string.clone().into()], context)?;
        if !found.is_object() && !found.is_null() {
            return Err(js_error!(TypeError: "the exec method of a regular expression must return an object or null"));
        }
        Ok(found.as_object())
    }

    /// [`AdvanceStringIndex`](https://tc39.es/ecma262/#sec-advancestringindex).
    fn next(&self, string: &JsString, index: usize) -> usize {
        if self.is_unicode { index + string.code_point_at(index).code_unit_count() } else { index + 1 }
    }
}

fn length(value: &JsValue, context: &mut Context) -> JsResult<usize> {
    Ok(usize::try_from(value.to_length(context)?).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use crate::engine::workarounds::evaluate;

    #[test]
    fn strings_are_split_at_matches() {
        for (source, expected) in [
            ("'a1b2c'.split(/(\\d)(x)?/)", r#"["a","1",null,"b","2",null,"c"]"#),
            ("'a1b2c'.split(/(\\d)/, 4)", r#"["a","1","b","2"]"#),
            ("'a1b'.split(/\\d/, 0)", "[]"),
            (
                "['a1b'.split(/1|$/), 'ab'.split(/$/), 'ab'.split(/^/), 'ab'.split(/x/)]",
                r#"[["a","b"],["ab"],["ab"],["ab"]]"#,
            ),
            (
                "[''.split(/(?:)/), ''.split(/a/), 'ab'.split(/(?:)/), 'ab'.split(/a*?/)]",
                r#"[[],[""],["a","b"],["a","b"]]"#,
            ),
            (
                "['😀a'.split(/(?:)/u), '😀a'.split(/(?:)/v), 'a😀'.split(/(?:)/).length]",
                r#"[["😀","a"],["😀","a"],3]"#,
            ),
            ("'aXbxc'.split(/x/gimy)", r#"["a","b","c"]"#),
            ("'aba'.split({ __proto__: RegExp.prototype, constructor: { [Symbol.species]: function (r, f) { this.f = f;
                this.exec = () => null } }, flags: 'q' })", r#"["aba"]"#),
            ("(log => (class extends RegExp { exec(s) { log.push(this.flags, this.lastIndex); return super.exec(s) } },
                ['a,b'.split(new (class extends RegExp { exec(s) { log.push(this.flags, this.lastIndex);
                return super.exec(s) } })(',')), log]))([])", r#"[["a","b"],["y",0,"y",1,"y",2]]"#),
            ("(old => { RegExp.prototype.exec = function (s) { return this.lastIndex ? null : old.call(this, s) };
                return 'a,b'.split(/,/) })(RegExp.prototype.exec)", r#"["a,b"]"#),
            ("(() => { RegExp.prototype.exec = 1; return 'a,b'.split(/,/) })()", r#"["a","b"]"#),
            ("[RegExp.prototype[Symbol.split].name, RegExp.prototype[Symbol.split].length]", r#"["[Symbol.split]",2]"#),
        ] {
            assert_eq!(evaluate(&format!("JSON.stringify({source})")), expected, "{source}");
        }
        let twice = "'a'.split(Object.defineProperty(/a/, 'flags', { value: 'yy' }))";
        assert!(evaluate(twice).starts_with("SyntaxError"));
    }
}
