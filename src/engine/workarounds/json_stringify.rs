//! `JSON.stringify`, in place of the engine's, which overflows the stack if values are nested deeply, allocates for the
//! length of an array whatever it is, and copies the text of each level.

use std::rc::Rc;

use boa_engine::property::PropertyKey;
use boa_engine::string::JsStrVariant;
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{
    Context, JsArgs, JsBigInt, JsObject, JsResult, JsString, JsValue, NativeFunction, js_error, js_string,
};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::engine_functions::{EngineFunctions, name_of};
use super::json_circle::{Step, circular};
use super::nested_values::Level;
use super::text_builder::TextBuilder;
use super::{define, length_of_array_like};

/// The longest indentation for each level, in code units.
const LONGEST_GAP: usize = 10;

/// Replaces the function.
pub(super) fn replace(functions: &EngineFunctions, context: &mut Context) -> JsResult<()> {
    let json = context.intrinsics().objects().json();
    let stringify = NativeFunction::from_copy_closure_with_captures(stringify, functions.clone());
    define(&json, js_string!("stringify"), 3, stringify, context)
}

/// [`JSON.stringify`](https://tc39.es/ecma262/#sec-json.stringify).
fn stringify(
    _: &JsValue,
    arguments: &[JsValue],
    functions: &EngineFunctions,
    context: &mut Context,
) -> JsResult<JsValue> {
    // Steps 1 to 4.
    let mut serializer = Serializer {
        functions,
        replacer: None,
        names: None,
        gap: JsString::default(),
        text: TextBuilder::default(),
        open: IndexMap::default(),
    };
    if let Some(replacer) = arguments.get_or_undefined(1).as_object() {
        if replacer.is_callable() {
            serializer.replacer = Some(replacer);
        } else if functions.is_array(&replacer, context)? {
            serializer.names = Some(names_of_list(&replacer, context)?);
        }
    }
    // Steps 5 to 8.
    serializer.gap = gap(arguments.get_or_undefined(2), context)?;
    // Steps 9 and 10.
    let wrapper = JsObject::with_object_proto(context.intrinsics());
    wrapper.create_data_property_or_throw(js_string!(), arguments.get_or_undefined(0).clone(), context)?;
    // Steps 11 and 12.
    let value = serializer.value(&wrapper, &js_string!().into(), context)?;
    if is_left_out(&value) {
        return Ok(JsValue::undefined());
    }
    serializer.write(&value, Step::Name(js_string!()), context)?;
    Ok(serializer.text.finish().into())
}

/// Step 4.b.ii: the names of the properties in a list. Each counts once.
fn names_of_list(list: &JsObject, context: &mut Context) -> JsResult<Rc<[JsString]>> {
    let mut names = indexmap::IndexSet::new();
    let length = length_of_array_like(list, context)?;
    for index in 0..length {
        let item = list.get(index, context)?;
        let is_wrapper = |item: JsObject| item.is::<JsString>() || item.is::<f64>();
        if item.is_string() || item.is_number() || item.as_object().is_some_and(is_wrapper) {
            names.insert(item.to_string(context)?);
        }
    }
    Ok(names.into_iter().collect())
}

/// Steps 5 to 8: the indentation of each level.
fn gap(space: &JsValue, context: &mut Context) -> JsResult<JsString> {
    let space = match space.as_object() {
        Some(object) if object.is::<f64>() => space.to_number(context)?.into(),
        Some(object) if object.is::<JsString>() => space.to_string(context)?.into(),
        _ => space.clone(),
    };
    if let Some(text) = space.as_string() {
        return Ok(text.get(..LONGEST_GAP).map_or(text.clone(), JsString::from));
    }
    let spaces = match space.is_number().then(|| space.to_integer_or_infinity(context)).transpose()? {
        Some(IntegerOrInfinity::PositiveInfinity) => LONGEST_GAP,
        Some(IntegerOrInfinity::Integer(spaces)) => usize::try_from(spaces).unwrap_or(0).min(LONGEST_GAP),
        Some(IntegerOrInfinity::NegativeInfinity) | None => 0,
    };
    Ok(" ".repeat(spaces).into())
}

/// Whether a property with this value is left out: step 12 of `SerializeJSONProperty`.
fn is_left_out(value: &JsValue) -> bool {
    value.is_undefined() || value.is_symbol() || value.is_callable()
}

/// The state of one call.
struct Serializer<'a> {
    functions: &'a EngineFunctions,
    replacer: Option<JsObject>,
    /// The names of the properties that objects are serialized with, if the call lists them.
    names: Option<Rc<[JsString]>>,
    gap: JsString,
    text: TextBuilder,
    /// The objects that are being serialized, with what leads to them.
    open: IndexMap<JsObject, Step, FxBuildHasher>,
}

impl Serializer<'_> {
    /// Steps 1 to 4 of [`SerializeJSONProperty`](https://tc39.es/ecma262/#sec-serializejsonproperty): the value of a
    /// property, as it is to be serialized.
    fn value(&self, holder: &JsObject, key: &PropertyKey, context: &mut Context) -> JsResult<JsValue> {
        let mut value = holder.get(key.clone(), context)?;
        let key = || name_of(key).unwrap_or_default();
        if value.is_object() || value.is_bigint() {
            let to_json = self.functions.get_v(&value, js_string!("toJSON"), context)?;
            if let Some(to_json) = to_json.as_callable() {
                value = to_json.call(&value, &[key().into()], context)?;
            }
        }
        if let Some(replacer) = &self.replacer {
            value = replacer.call(&holder.clone().into(), &[key().into(), value], context)?;
        }
        let Some(object) = value.as_object() else { return Ok(value) };
        if object.is::<f64>() {
            return Ok(value.to_number(context)?.into());
        }
        if object.is::<JsString>() {
            return Ok(value.to_string(context)?.into());
        }
        if let Some(boolean) = object.downcast_ref::<bool>() {
            return Ok((*boolean).into());
        }
        if let Some(number) = object.downcast_ref::<JsBigInt>() {
            return Ok(number.clone().into());
        }
        Ok(value)
    }

    /// The other steps of `SerializeJSONProperty`, for a value that is not left out.
    fn write(&mut self, value: &JsValue, step: Step, context: &mut Context) -> JsResult<()> {
        if let Some(object) = value.as_object() {
            return match self.functions.raw_text(&object, context)? {
                Some(text) => self.text.push(&text),
                None => self.write_object_or_array(&object, step, context),
            };
        }
        if let Some(text) = value.as_string() {
            return self.quote(&text);
        }
        if value.is_bigint() {
            return Err(js_error!(TypeError: "Do not know how to serialize a BigInt"));
        }
        if value.as_number().is_some_and(|number| !number.is_finite()) {
            return self.text.push_latin1(b"null");
        }
        self.text.push(&value.to_string(context)?)
    }

    fn write_object_or_array(&mut self, object: &JsObject, step: Step, context: &mut Context) -> JsResult<()> {
        if let Some(first) = self.open.get_index_of(object) {
            return Err(circular(self.open.iter().skip(first), &step));
        }
        self.open.insert(object.clone(), step);
        let _level = Level::enter(context)?;
        if self.functions.is_array(object, context)? {
            self.write_array(object, context)?;
        } else {
            self.write_object(object, context)?;
        }
        self.open.pop();
        Ok(())
    }

    /// [`SerializeJSONArray`](https://tc39.es/ecma262/#sec-serializejsonarray).
    fn write_array(&mut self, array: &JsObject, context: &mut Context) -> JsResult<()> {
        let length = length_of_array_like(array, context)?;
        self.text.push_latin1(b"[")?;
        for index in 0..length {
            self.separate(index == 0)?;
            let value = self.value(array, &index.into(), context)?;
            if is_left_out(&value) {
                self.text.push_latin1(b"null")?;
            } else {
                self.write(&value, Step::Index(index), context)?;
            }
        }
        self.end(length == 0, b"]")
    }

    /// [`SerializeJSONObject`](https://tc39.es/ecma262/#sec-serializejsonobject).
    fn write_object(&mut self, object: &JsObject, context: &mut Context) -> JsResult<()> {
        let names = match &self.names {
            Some(names) => Rc::clone(names),
            None => self.functions.keys(object, context)?,
        };
        self.text.push_latin1(b"{")?;
        let mut is_empty = true;
        for name in &*names {
            let value = self.value(object, &name.clone().into(), context)?;
            if is_left_out(&value) {
                continue;
            }
            self.separate(is_empty)?;
            is_empty = false;
            self.quote(name)?;
            self.text.push_latin1(if self.gap.is_empty() { b":" } else { b": " })?;
            self.write(&value, Step::Name(name.clone()), context)?;
        }
        self.end(is_empty, b"}")
    }

    /// Writes what comes before an element or a property.
    fn separate(&mut self, is_first: bool) -> JsResult<()> {
        if !is_first {
            self.text.push_latin1(b",")?;
        }
        self.start_line(self.open.len())
    }

    /// Writes the end of an array or object.
    fn end(&mut self, is_empty: bool, bracket: &[u8]) -> JsResult<()> {
        if !is_empty {
            self.start_line(self.open.len() - 1)?;
        }
        self.text.push_latin1(bracket)
    }

    fn start_line(&mut self, level: usize) -> JsResult<()> {
        if self.gap.is_empty() {
            return Ok(());
        }
        self.text.push_latin1(b"\n")?;
        (0..level).try_for_each(|_| self.text.push(&self.gap))
    }

    /// [`QuoteJSONString`](https://tc39.es/ecma262/#sec-quotejsonstring).
    fn quote(&mut self, string: &JsString) -> JsResult<()> {
        self.text.push_latin1(b"\"")?;
        match string.variant() {
            JsStrVariant::Latin1(bytes) => self.quote_latin1(bytes)?,
            JsStrVariant::Utf16(units) => self.quote_utf16(units)?,
        }
        self.text.push_latin1(b"\"")
    }

    fn quote_latin1(&mut self, mut bytes: &[u8]) -> JsResult<()> {
        while let Some(length) = bytes.iter().position(|&byte| needs_escape(byte.into())) {
            self.text.push_latin1(&bytes[..length])?;
            self.escape(bytes[length].into())?;
            bytes = &bytes[length + 1..];
        }
        self.text.push_latin1(bytes)
    }

    fn quote_utf16(&mut self, units: &[u16]) -> JsResult<()> {
        for character in char::decode_utf16(units.iter().copied()) {
            match character {
                Ok(character) if u16::try_from(u32::from(character)).is_ok_and(needs_escape) => {
                    self.escape(u16::try_from(u32::from(character)).unwrap_or_default())?;
                }
                Ok(character) => self.text.push_utf16(character.encode_utf16(&mut [0; 2]))?,
                Err(surrogate) => self.escape(surrogate.unpaired_surrogate())?,
            }
        }
        Ok(())
    }

    fn escape(&mut self, unit: u16) -> JsResult<()> {
        let short = match unit {
            0x08 => b"\\b",
            0x09 => b"\\t",
            0x0A => b"\\n",
            0x0C => b"\\f",
            0x0D => b"\\r",
            0x22 => b"\\\"",
            0x5C => b"\\\\",
            _ => return self.text.push_latin1(format!("\\u{unit:04x}").as_bytes()),
        };
        self.text.push_latin1(short)
    }
}

/// Whether a code unit that is no surrogate is written as an escape sequence.
fn needs_escape(unit: u16) -> bool {
    unit < 0x20 || unit == 0x22 || unit == 0x5C
}
