//! `JSON.parse`, in place of the engine's, which refuses lone surrogates in escapes and more than 127 levels. The
//! parser takes O(n) and does not recurse.

use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyKey;
use boa_engine::{
    Context, JsArgs, JsError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string,
};
use rustc_hash::FxHashMap;

use super::define;
use super::engine_functions::EngineFunctions;
use super::json_fault::Fault;
use super::json_record::{Content, Record};
use super::json_revive::revive;

/// Replaces the function.
pub(super) fn replace(functions: &EngineFunctions, context: &mut Context) -> JsResult<()> {
    let json = context.intrinsics().objects().json();
    let parse = NativeFunction::from_copy_closure_with_captures(parse, functions.clone());
    define(&json, js_string!("parse"), 2, parse, context)
}

/// [`JSON.parse`](https://tc39.es/ecma262/#sec-json.parse), with the [source text of the
/// values](https://tc39.es/proposal-json-parse-with-source/#sec-json.parse).
fn parse(_: &JsValue, arguments: &[JsValue], functions: &EngineFunctions, context: &mut Context) -> JsResult<JsValue> {
    let text = arguments.get_or_undefined(0).to_string(context)?;
    let Some(reviver) = arguments.get_or_undefined(1).as_callable() else {
        return parse_json_text(&text, context);
    };
    let units: Vec<u16> = text.iter().collect();
    let mut parser = Parser { units: &units, position: 0, records: Some(Vec::new()) };
    let value = parser.parse(context)?;
    revive(value, &units, &parser.records.unwrap_or_default(), &reviver, functions, context)
}

/// Parses a [JSON text](https://tc39.es/ecma262/#sec-ParseJSON).
///
/// # Errors
///
/// `SyntaxError` with its place if the text is not valid.
pub(crate) fn parse_json_text(text: &JsString, context: &mut Context) -> JsResult<JsValue> {
    let units: Vec<u16> = text.iter().collect();
    Parser { units: &units, position: 0, records: None }.parse(context)
}

/// An object or array that is not complete, and the records of its values.
enum Open {
    Array(Vec<JsValue>, Vec<usize>),
    /// With the key of the value that comes next.
    Object(JsObject, FxHashMap<JsString, usize>, JsString),
}

struct Parser<'a> {
    units: &'a [u16],
    position: usize,
    /// The values so far, each after those that it contains. `None` if nobody wants them.
    records: Option<Vec<Record>>,
}

impl Parser<'_> {
    fn parse(&mut self, context: &mut Context) -> JsResult<JsValue> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            self.skip_whitespace();
            let Some(mut value) = self.value(&mut open, context)? else { continue };
            // The value may be the last one of any number of objects and arrays.
            loop {
                self.skip_whitespace();
                let Some(container) = open.pop() else {
                    let is_whole = self.position == self.units.len();
                    return if is_whole { Ok(value) } else { Err(self.wrong(Fault::TextAfterValue)) };
                };
                let record = self.last_record();
                match container {
                    Open::Array(mut values, mut elements) => {
                        values.push(value);
                        elements.extend(record);
                        if self.takes(',') {
                            open.push(Open::Array(values, elements));
                            break;
                        }
                        self.expect(']', Fault::AfterElement)?;
                        value = JsArray::from_iter(values, context).into();
                        self.record(&value, Content::Elements(elements));
                    }
                    Open::Object(object, mut entries, key) => {
                        entries.extend(record.map(|record| (key.clone(), record)));
                        object.create_data_property_or_throw(PropertyKey::from(key), value, context)?;
                        if self.takes(',') {
                            let key = self.key(Fault::LaterKey)?;
                            open.push(Open::Object(object, entries, key));
                            break;
                        }
                        self.expect('}', Fault::AfterProperty)?;
                        value = object.into();
                        self.record(&value, Content::Entries(entries));
                    }
                }
            }
        }
    }

    /// The record of the value that was parsed last.
    fn last_record(&self) -> Option<usize> {
        self.records.as_ref().and_then(|records| records.len().checked_sub(1))
    }

    fn record(&mut self, value: &JsValue, content: Content) {
        if let Some(records) = &mut self.records {
            records.push(Record { value: value.clone(), content });
        }
    }

    /// Parses a value. If it is an object or array with content, it is put on the list of open ones instead.
    fn value(&mut self, open: &mut Vec<Open>, context: &mut Context) -> JsResult<Option<JsValue>> {
        let start = self.position;
        let value = match self.peek() {
            Some('{') => {
                self.position += 1;
                let object = JsObject::with_object_proto(context.intrinsics());
                self.skip_whitespace();
                if !self.takes('}') {
                    let key = self.key(Fault::FirstKey)?;
                    open.push(Open::Object(object, FxHashMap::default(), key));
                    return Ok(None);
                }
                object.into()
            }
            Some('[') => {
                self.position += 1;
                self.skip_whitespace();
                if !self.takes(']') {
                    open.push(Open::Array(Vec::new(), Vec::new()));
                    return Ok(None);
                }
                JsArray::new(context)?.into()
            }
            Some('"') => self.string()?.into(),
            Some('-' | '0'..='9') => self.number()?,
            Some('t') => self.word("true", true.into())?,
            Some('f') => self.word("false", false.into())?,
            Some('n') => self.word("null", JsValue::null())?,
            _ => return Err(self.wrong(Fault::Token)),
        };
        // An empty object or array has no records in it either way.
        self.record(&value, Content::Primitive(start..self.position));
        Ok(Some(value))
    }

    /// Parses a key and its colon.
    fn key(&mut self, missing: Fault) -> JsResult<JsString> {
        self.skip_whitespace();
        if self.peek() != Some('"') {
            return Err(self.wrong(missing));
        }
        let key = self.string()?;
        self.skip_whitespace();
        self.expect(':', Fault::AfterKey)?;
        Ok(key)
    }

    fn word(&mut self, word: &str, value: JsValue) -> JsResult<JsValue> {
        word.chars().try_for_each(|character| self.expect(character, Fault::Token))?;
        Ok(value)
    }

    fn string(&mut self) -> JsResult<JsString> {
        self.expect('"', Fault::Token)?;
        let start = self.position;
        let plain = |unit: &u16| *unit >= 0x20 && *unit != u16::from(b'"') && *unit != u16::from(b'\\');
        let length = self.units[start..].iter().take_while(|unit| plain(unit)).count();
        self.position += length;
        if self.takes('"') {
            return Ok(JsString::from(&self.units[start..start + length]));
        }
        let mut units = self.units[start..start + length].to_vec();
        loop {
            match self.units.get(self.position) {
                Some(unit) if plain(unit) => {
                    units.push(*unit);
                    self.position += 1;
                }
                _ if self.takes('"') => return Ok(JsString::from(units.as_slice())),
                _ if self.takes('\\') => units.push(self.escape()?),
                None => return Err(self.wrong(Fault::OpenString)),
                Some(_) => return Err(self.wrong(Fault::ControlCharacter)),
            }
        }
    }

    /// Parses an escape after its backslash.
    fn escape(&mut self) -> JsResult<u16> {
        let unit = match self.peek() {
            Some('b') => 0x08,
            Some('t') => 0x09,
            Some('n') => 0x0a,
            Some('f') => 0x0c,
            Some('r') => 0x0d,
            Some(character @ ('"' | '\\' | '/')) => character as u16,
            Some('u') => {
                self.position += 1;
                let mut unit = 0;
                for _ in 0..4 {
                    let digit = self.peek().and_then(|character| character.to_digit(16));
                    let digit = digit
                        .and_then(|digit| u16::try_from(digit).ok())
                        .ok_or_else(|| self.wrong(Fault::UnicodeEscape))?;
                    unit = unit << 4 | digit;
                    self.position += 1;
                }
                return Ok(unit);
            }
            Some(_) => return Err(self.wrong(Fault::Escape)),
            None => return Err(self.wrong(Fault::OpenString)),
        };
        self.position += 1;
        Ok(unit)
    }

    fn number(&mut self) -> JsResult<JsValue> {
        let start = self.position;
        self.takes('-');
        if !self.takes('0') {
            self.digits(Fault::AfterMinus)?;
        } else if self.peek().is_some_and(|character| character.is_ascii_digit()) {
            return Err(self.wrong(Fault::Token));
        }
        if self.takes('.') {
            self.digits(Fault::AfterPoint)?;
        }
        if self.takes('e') || self.takes('E') {
            let _ = self.takes('+') || self.takes('-');
            self.digits(Fault::Exponent)?;
        }
        let text: String = self.units[start..self.position].iter().filter_map(|unit| char_of(*unit)).collect();
        if let Ok(integer) = text.parse::<i32>()
            && text != "-0"
        {
            return Ok(integer.into());
        }
        Ok(text.parse::<f64>().unwrap_or(f64::NAN).into())
    }

    fn digits(&mut self, missing: Fault) -> JsResult<()> {
        let is_digit = |parser: &Self| parser.peek().is_some_and(|character| character.is_ascii_digit());
        if !is_digit(self) {
            return Err(self.wrong(missing));
        }
        while is_digit(self) {
            self.position += 1;
        }
        Ok(())
    }

    fn skip_whitespace(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\n' | '\r')) {
            self.position += 1;
        }
    }

    fn peek(&self) -> Option<char> {
        self.units.get(self.position).copied().and_then(char_of)
    }

    fn takes(&mut self, character: char) -> bool {
        let is_next = self.peek() == Some(character);
        self.position += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, character: char, missing: Fault) -> JsResult<()> {
        if self.takes(character) { Ok(()) } else { Err(self.wrong(missing)) }
    }

    /// Returns the error for what is at the current position.
    fn wrong(&self, fault: Fault) -> JsError {
        js_error!(SyntaxError: "{}", fault.message(self.units, self.position))
    }
}

/// The character of a code unit, unless it is a surrogate.
fn char_of(unit: u16) -> Option<char> {
    char::from_u32(u32::from(unit))
}

#[cfg(test)]
mod tests {
    fn eval(source: &str) -> String {
        let mut runtime = crate::Runtime::builder().virtual_time().build().unwrap();
        let value = runtime.run_script(source).unwrap();
        value.as_string().map_or_else(|| value.display().to_string(), |text| text.to_std_string_escaped())
    }

    #[test]
    fn values_survive_a_round_trip() {
        let texts = [
            r#"{"a":[1,-2.5,1e+21,true,false,null,"x\n\"\\/é"],"b":{},"c":[]}"#,
            r#"[[[]],{"":0}]"#,
            r#""\ud800""#,
            "123456789012",
            r#"{"1":1,"__proto__":2}"#,
        ];
        for text in texts {
            let quoted = serde_json::to_string(text).unwrap();
            assert_eq!(eval(&format!("JSON.stringify(JSON.parse({quoted}))")), text, "{text}");
        }
        assert_eq!(eval("String(Object.is(JSON.parse('-0'), -0))"), "true");
        assert_eq!(eval("JSON.parse('\"\\\\ud83d\\\\ude00\\\\/\"') + JSON.parse(' \\n1\\t')"), "😀/1");
        assert_eq!(eval("JSON.stringify(JSON.parse('{\"a\":1,\"a\":2}'))"), "{\"a\":2}");
    }

    #[test]
    fn depth_is_not_limited() {
        let source = "let deep = JSON.parse('['.repeat(100000) + ']'.repeat(100000)), depth = 0;
            while (deep) { deep = deep[0]; depth++; } String(depth)";
        assert_eq!(eval(source), "100000");
    }

    #[test]
    fn invalid_texts_are_syntax_errors_with_their_place() {
        let error = |text: &str| {
            let quoted = serde_json::to_string(text).unwrap();
            eval(&format!("try {{ JSON.parse({quoted}); 'none' }} catch (e) {{ e.name + ': ' + e.message }}"))
        };
        let faults = [
            ("", "Unexpected end of JSON input"),
            ("nul", "Unexpected end of JSON input"),
            ("undefined", "\"undefined\" is not valid JSON"),
            ("{\"a\":\n  x}", "Unexpected token 'x', \"{\"a\":\n  x}\" is not valid JSON"),
            ("<!DOCTYPE html><html>", "Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON"),
            (
                "[1, 2, 3, 4, 5, x, 6, 7, 8, 9]",
                "Unexpected token 'x', ...\" 3, 4, 5, x, 6, 7, 8\"... is not valid JSON",
            ),
            ("[1, 2, 3, 4, 5, 6, 7, x]", "Unexpected token 'x', ...\" 5, 6, 7, x]\" is not valid JSON"),
            ("{a:1}", "Expected property name or '}' in JSON at position 1 (line 1 column 2)"),
            ("{\"a\":1,}", "Expected double-quoted property name in JSON at position 7 (line 1 column 8)"),
            ("{\"a\" 1}", "Expected ':' after property name in JSON at position 5 (line 1 column 6)"),
            ("[1 2]", "Expected ',' or ']' after array element in JSON at position 3 (line 1 column 4)"),
            ("{\"a\":1", "Expected ',' or '}' after property value in JSON at position 6 (line 1 column 7)"),
            ("1\n2", "Unexpected non-whitespace character after JSON at position 2 (line 2 column 1)"),
            ("01", "Unexpected number in JSON at position 1 (line 1 column 2)"),
            ("\"a", "Unterminated string in JSON at position 2 (line 1 column 3)"),
            ("\"\n\"", "Bad control character in string literal in JSON at position 1 (line 1 column 2)"),
            ("\"\\x\"", "Bad escaped character in JSON at position 2 (line 1 column 3)"),
            ("\"\\u12\"", "Bad Unicode escape in JSON at position 5 (line 1 column 6)"),
            ("-", "No number after minus sign in JSON at position 1 (line 1 column 2)"),
            ("1.", "Unterminated fractional number in JSON at position 2 (line 1 column 3)"),
            ("1e", "Exponent part is missing a number in JSON at position 2 (line 1 column 3)"),
        ];
        for (text, message) in faults {
            assert_eq!(error(text), format!("SyntaxError: {message}"), "{text}");
        }
        let invalid = [
            "[1,]",
            "{,}",
            "01",
            "1.",
            "-",
            "1e",
            "'a'",
            "\"a",
            "\"\t\"",
            "\"\\x\"",
            "\"\\u12\"",
            "[1 2]",
            "{\"a\" 1}",
            "tru",
            "[",
            "{\"a\":1",
            "1 2",
            "]",
            "\u{a0}1",
            "+1",
            ".5",
            "NaN",
            "\\u0031",
            "{a:1}",
        ];
        for text in invalid {
            assert!(error(text).starts_with("SyntaxError: "), "{text}");
        }
    }
}
