//! What objects contain besides their properties, and the text of functions.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::{JsArrayBuffer, JsDataView, JsMap, JsPromise, JsSet, JsTypedArray};
use boa_engine::{Context, JsObject, js_string};
use posttask::internal::html::own_property;

use super::Printer;
use super::class_name::ClassName;
use crate::testing::assert::objects::own_descriptor;

/// What an object contains besides its properties.
pub(super) enum Contents {
    None,
    /// The elements of an array of this length.
    Array(u64),
    TypedArray(JsTypedArray),
    ArrayBuffer(JsArrayBuffer),
    DataView(JsDataView),
    Map(JsMap),
    Set(JsSet),
    Promise(JsPromise),
    Weak,
}

impl Contents {
    pub(super) fn is_empty(&self, context: &mut Context) -> bool {
        match self {
            Self::None => true,
            Self::Array(length) => *length == 0,
            Self::TypedArray(array) => array.length(context).unwrap_or(0) == 0,
            Self::Set(set) => set.size() == 0,
            Self::Map(map) => map.get_size(context).ok().and_then(|size| size.as_number()) == Some(0.0),
            Self::ArrayBuffer(_) | Self::DataView(_) | Self::Promise(_) | Self::Weak => false,
        }
    }
}

impl Printer<'_> {
    /// Returns the entries for the contents of an object.
    pub(super) fn contents(&mut self, object: &JsObject, contents: &Contents) -> Vec<String> {
        match contents {
            Contents::None => Vec::new(),
            Contents::Array(length) => self.array(object, *length),
            Contents::TypedArray(array) => self.typed_array(array),
            Contents::ArrayBuffer(buffer) => array_buffer(buffer),
            Contents::DataView(view) => self.data_view(view),
            Contents::Map(map) => self.map(map),
            Contents::Set(set) => self.set(set),
            Contents::Promise(promise) => vec![self.promise(promise)],
            Contents::Weak => vec!["<items unknown>".to_owned()],
        }
    }

    fn array(&mut self, array: &JsObject, length: u64) -> Vec<String> {
        let mut entries = Vec::new();
        let mut index = 0;
        while index < length {
            let key = match u32::try_from(index) {
                Ok(index) => index.into(),
                Err(_) => js_string!(index.to_string()).into(),
            };
            match own_descriptor(array, &key, self.context) {
                Ok(Some(property)) => {
                    entries.push(self.property_value(array, &property));
                    index += 1;
                }
                Ok(None) => {
                    let next = self.next_element(array, index, length);
                    let holes = next - index;
                    entries.push(format!("<{holes} empty item{}>", if holes == 1 { "" } else { "s" }));
                    index = next;
                }
                // Only a proxy can refuse to show an element.
                Err(_) => return entries,
            }
        }
        entries
    }

    /// Returns the index of the first element after a hole, or the length.
    fn next_element(&mut self, array: &JsObject, hole: u64, length: u64) -> u64 {
        if array.is_array() {
            let object = array.borrow();
            let indices = object.properties().index_property_keys();
            return indices.map(u64::from).filter(|&index| index > hole).min().unwrap_or(length);
        }
        let keys = array.own_property_keys(self.context).unwrap_or_default();
        let indices = keys.iter().filter_map(|key| match key {
            boa_engine::property::PropertyKey::Index(index) => Some(u64::from(index.get())),
            _ => None,
        });
        indices.filter(|&index| index > hole && index < length).min().unwrap_or(length)
    }

    fn typed_array(&mut self, array: &JsTypedArray) -> Vec<String> {
        let length = array.length(self.context).unwrap_or(0);
        let mut entries = Vec::with_capacity(length);
        for index in 0..length {
            let index = i64::try_from(index).unwrap_or(i64::MAX);
            let value = array.at(index, self.context).unwrap_or_default();
            entries.push(self.primitive(&value));
        }
        entries
    }

    fn data_view(&mut self, view: &JsDataView) -> Vec<String> {
        let length = view.byte_length(self.context).unwrap_or(0);
        let offset = view.byte_offset(self.context).unwrap_or(0);
        let buffer = view.buffer(self.context).unwrap_or_default();
        let buffer = self.indented(|printer| printer.value(&buffer));
        vec![format!("[byteLength]: {length}"), format!("[byteOffset]: {offset}"), format!("[buffer]: {buffer}")]
    }

    fn map(&mut self, map: &JsMap) -> Vec<String> {
        let mut entries = Vec::new();
        let _ = map.for_each_native(|key, value| {
            entries.push((key, value));
            Ok(())
        });
        let text = |printer: &mut Self| {
            let entries =
                entries.iter().map(|(key, value)| format!("{} => {}", printer.value(key), printer.value(value)));
            entries.collect()
        };
        self.indented(text)
    }

    fn set(&mut self, set: &JsSet) -> Vec<String> {
        let mut values = Vec::new();
        let _ = set.for_each_native(|value| {
            values.push(value);
            Ok(())
        });
        self.indented(|printer| values.iter().map(|value| printer.value(value)).collect())
    }

    fn promise(&mut self, promise: &JsPromise) -> String {
        match promise.state() {
            PromiseState::Pending => "<pending>".to_owned(),
            PromiseState::Fulfilled(value) => self.indented(|printer| printer.value(&value)),
            PromiseState::Rejected(reason) => {
                format!("<rejected> {}", self.indented(|printer| printer.value(&reason)))
            }
        }
    }

    /// Returns the text of a function: its name, or its name and parent if it is a class.
    pub(super) fn function(&mut self, function: &JsObject, class: &ClassName) -> String {
        let tag = match &class.tag {
            tag if tag.is_empty() || class.is(tag) => String::new(),
            tag => format!(" [{tag}]"),
        };
        if is_class(function) {
            return self.class(function, class, &tag);
        }
        let kind = match self.kind_name(function).as_str() {
            kind @ ("AsyncFunction" | "GeneratorFunction" | "AsyncGeneratorFunction") => kind.to_owned(),
            _ => "Function".to_owned(),
        };
        let name = function.get(js_string!("name"), self.context).unwrap_or_default();
        let name = match name.as_string() {
            Some(name) if name.is_empty() => " (anonymous)".to_owned(),
            Some(name) => format!(": {}", name.to_std_string_lossy()),
            None => format!(": {}", self.value(&name)),
        };
        let prototype = if class.name.is_none() { " (null prototype)" } else { "" };
        let class_name = match &class.name {
            Some(class) if *class != kind => format!(" {class}"),
            _ => String::new(),
        };
        // The tag of these kinds of functions is the kind.
        let tag = if class.tag == kind { String::new() } else { tag };
        format!("[{kind}{prototype}{name}]{class_name}{tag}")
    }

    fn class(&mut self, function: &JsObject, class: &ClassName, tag: &str) -> String {
        let name = own_descriptor(function, &js_string!("name").into(), self.context).ok().flatten();
        let name = match name {
            Some(_) => function.get(js_string!("name"), self.context).ok(),
            None => None,
        };
        let name = name.and_then(|name| name.as_string()).filter(|name| !name.is_empty());
        let name = name.map_or_else(|| "(anonymous)".to_owned(), |name| name.to_std_string_lossy());
        let class_name = match &class.name {
            Some(class) if class != "Function" => format!(" [{class}]"),
            _ => String::new(),
        };
        let parent = match (&class.name, function.prototype()) {
            (None, _) => " extends [null prototype]".to_owned(),
            (Some(_), Some(parent)) => {
                let name = parent.get(js_string!("name"), self.context).ok().and_then(|name| name.as_string());
                let name = name.filter(|name| !name.is_empty());
                name.map(|name| format!(" extends {}", name.to_std_string_lossy())).unwrap_or_default()
            }
            (Some(_), None) => String::new(),
        };
        format!("[class {name}{class_name}{tag}{parent}]")
    }
}

/// Whether a function is a class. Of the functions that a program declares, only classes have a `prototype` that is not
/// writable.
fn is_class(function: &JsObject) -> bool {
    let is_native = function.is::<boa_engine::native_function::NativeFunctionObject>();
    let prototype = own_property(function, &js_string!("prototype").into());
    !is_native && function.is_constructor() && prototype.is_some_and(|prototype| prototype.writable() == Some(false))
}

fn array_buffer(buffer: &JsArrayBuffer) -> Vec<String> {
    let Some(bytes) = buffer.to_vec() else {
        return vec!["(detached)".to_owned(), "[byteLength]: 0".to_owned()];
    };
    let shown: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    vec![format!("[Uint8Contents]: <{}>", shown.join(" ")), format!("[byteLength]: {}", bytes.len())]
}
