//! The contents that objects show before their properties.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::builtins::{JsArrayBuffer, JsDataView, JsMap, JsPromise, JsProxy, JsSet, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{JsObject, JsValue, js_string};
use boa_gc::Gc;

use super::layout::Layout;
use super::shown::Shown;
use super::text::Colour;
use super::{Inspector, MAX_ELEMENTS, own_property, property};
use crate::web::url::UrlSearchParams;
use crate::web::webidl::{PairIterable, PlatformObject};

/// What an object contains besides its properties.
pub(super) enum Contents {
    None,
    Array,
    TypedArray(JsTypedArray),
    ArrayBuffer(JsArrayBuffer),
    DataView(JsDataView),
    Map(JsMap),
    Set(JsSet),
    Promise(JsPromise),
    SearchParams(Gc<UrlSearchParams>),
    Weak,
    Module,
    Error,
    Attributes,
}

pub(super) fn is_proxy(object: &JsObject) -> bool {
    JsProxy::from_object(object.clone()).is_ok()
}

impl Inspector<'_> {
    /// Returns the value of a property, unless its getter is user code.
    pub(super) fn native_attribute(&mut self, object: &JsObject, name: &PropertyKey) -> Option<JsValue> {
        let property = property(object, name)?;
        if let Some(value) = property.value() {
            return Some(value.clone());
        }
        let getter = property.get()?.as_object().filter(JsObject::is::<NativeFunctionObject>)?;
        getter.call(&object.clone().into(), &[], self.context).ok()
    }

    /// Adds the contents that an object shows before its properties.
    pub(super) fn contents(&mut self, object: &JsObject, contents: &Contents, layout: &mut Layout) {
        match contents {
            Contents::None => {}
            Contents::Array => self.array(object, layout),
            Contents::TypedArray(array) => self.typed_array(array, layout),
            Contents::ArrayBuffer(buffer) => self.array_buffer(buffer, layout),
            Contents::DataView(view) => self.data_view(view, layout),
            Contents::Map(map) => self.map(map, layout),
            Contents::Set(set) => self.set(set, layout),
            Contents::Promise(promise) => self.promise(promise, layout),
            Contents::SearchParams(params) => self.search_params(params, layout),
            Contents::Weak => layout.push(self.paint(Colour::Cyan, "<items unknown>")),
            Contents::Module => self.module(object, layout),
            Contents::Error => self.error(object, layout),
            Contents::Attributes => self.attributes(object, layout),
        }
    }

    fn array(&mut self, object: &JsObject, layout: &mut Layout) {
        let length = length(object);
        let mut indices: Vec<u32> = object.borrow().properties().index_property_keys().take(MAX_ELEMENTS + 1).collect();
        indices.sort_unstable();
        let mut next = 0;
        let mut shown = 0;
        for index in indices.into_iter().chain([length]) {
            if shown == MAX_ELEMENTS {
                break;
            }
            if index > next {
                let holes = index - next;
                layout.push(self.paint(Colour::Grey, format!("<{holes} empty item{}>", plural(holes.into()))));
                shown += 1;
            }
            next = index;
            if index < length && shown < MAX_ELEMENTS {
                if let Some(property) = own_property(object, &index.into()) {
                    layout.push(self.stored(&property));
                }
                shown += 1;
                next = index + 1;
            }
        }
        layout.end_of_elements();
        more(u64::from(length - next.min(length)), layout);
    }

    fn typed_array(&mut self, array: &JsTypedArray, layout: &mut Layout) {
        let length = array.length(self.context).unwrap_or(0);
        for index in 0..length.min(MAX_ELEMENTS) {
            let index = i64::try_from(index).unwrap_or(i64::MAX);
            let value = array.at(index, self.context).unwrap_or_default();
            layout.push(self.primitive(&value));
        }
        layout.end_of_elements();
        more(length.saturating_sub(MAX_ELEMENTS) as u64, layout);
    }

    fn array_buffer(&mut self, buffer: &JsArrayBuffer, layout: &mut Layout) {
        let Some(bytes) = buffer.data().map(|bytes| bytes.to_vec()) else {
            layout.push(self.paint(Colour::Cyan, "<detached>"));
            return;
        };
        let shown: Vec<String> = bytes.iter().take(50).map(|byte| format!("{byte:02x}")).collect();
        let hidden = bytes.len().saturating_sub(50);
        let rest = if hidden > 0 { format!(" ... {hidden} more byte{}", plural(hidden as u64)) } else { String::new() };
        layout.push(format!("[Uint8Contents]: <{}{rest}>", shown.join(" ")));
        layout.push(format!("byteLength: {}", self.paint(Colour::Yellow, bytes.len().to_string())));
    }

    fn data_view(&mut self, view: &JsDataView, layout: &mut Layout) {
        let length = view.byte_length(self.context).unwrap_or(0);
        let offset = view.byte_offset(self.context).unwrap_or(0);
        layout.push(format!("byteLength: {}", self.paint(Colour::Yellow, length.to_string())));
        layout.push(format!("byteOffset: {}", self.paint(Colour::Yellow, offset.to_string())));
        if let Ok(buffer) = view.buffer(self.context) {
            layout.push(self.value(&buffer).after("buffer: "));
        }
    }

    fn map(&mut self, map: &JsMap, layout: &mut Layout) {
        let mut entries = Vec::new();
        let mut size = 0;
        let _ = map.for_each_native(|key, value| {
            size += 1;
            if entries.len() < MAX_ELEMENTS {
                entries.push((key, value));
            }
            Ok(())
        });
        self.pairs(&entries, layout);
        more(size - entries.len() as u64, layout);
    }

    fn search_params(&mut self, params: &Gc<UrlSearchParams>, layout: &mut Layout) {
        let pairs: Vec<_> = (0..MAX_ELEMENTS).map_while(|index| params.pair(index)).collect();
        self.pairs(&pairs, layout);
        more((params.size() - pairs.len()) as u64, layout);
    }

    fn pairs(&mut self, pairs: &[(JsValue, JsValue)], layout: &mut Layout) {
        for (key, value) in pairs {
            let key = self.value(key);
            layout.push(Shown::join([key, " => ".into(), self.value(value)]));
        }
    }

    fn set(&mut self, set: &JsSet, layout: &mut Layout) {
        let mut values = Vec::new();
        let _ = set.for_each_native(|value| {
            if values.len() < MAX_ELEMENTS {
                values.push(value);
            }
            Ok(())
        });
        for value in &values {
            layout.push(self.value(value));
        }
        more((set.size() - values.len()) as u64, layout);
    }

    fn promise(&mut self, promise: &JsPromise, layout: &mut Layout) {
        let state = match promise.state() {
            PromiseState::Pending => self.paint(Colour::Cyan, "<pending>").into(),
            PromiseState::Fulfilled(value) => self.value(&value),
            PromiseState::Rejected(reason) => {
                self.value(&reason).after(format!("{} ", self.paint(Colour::Red, "<rejected>")))
            }
        };
        layout.push(state);
    }

    /// Adds the exports. One that is not initialized yet cannot be read.
    fn module(&mut self, object: &JsObject, layout: &mut Layout) {
        for key in object.own_property_keys(self.context).unwrap_or_default() {
            if matches!(key, PropertyKey::Symbol(_)) {
                continue;
            }
            let value = match object.get(key.clone(), self.context) {
                Ok(value) => self.value(&value),
                Err(_) => self.paint(Colour::Cyan, "<uninitialized>").into(),
            };
            layout.push(value.after(format!("{}: ", self.key(&key))));
        }
    }

    /// Adds the properties of an error that are useful but not enumerable.
    fn error(&mut self, object: &JsObject, layout: &mut Layout) {
        for name in ["cause", "errors"] {
            if let Some(property) = own_property(object, &js_string!(name).into()) {
                layout.push(self.stored(&property).after(format!("[{name}]: ")));
            }
        }
    }

    /// Adds the attributes of a platform object, those of the root interface first. Omits event handlers, constants and
    /// attributes without a value.
    fn attributes(&mut self, object: &JsObject, layout: &mut Layout) {
        let mut chain = Vec::new();
        let mut next = object.prototype();
        while let Some(prototype) = next.filter(|prototype| !is_proxy(prototype)) {
            next = prototype.prototype();
            chain.push(prototype);
        }
        // The getters of the engine's own classes are not enumerable.
        let enumerable = object.is::<PlatformObject>();
        for prototype in chain.iter().rev().skip(1) {
            for key in prototype.own_property_keys(self.context).unwrap_or_default() {
                let PropertyKey::String(name) = &key else { continue };
                let is_getter = own_property(prototype, &key).is_some_and(|property| {
                    property.is_accessor_descriptor() && property.enumerable() == Some(enumerable)
                });
                let plain = name.to_std_string_lossy();
                if !is_getter || plain.starts_with("on") {
                    continue;
                }
                let Some(value) = self.native_attribute(object, &key) else { continue };
                if !value.is_null_or_undefined() {
                    layout.push(self.value(&value).after(format!("{plain}: ")));
                }
            }
        }
    }
}

pub(super) fn length(object: &JsObject) -> u32 {
    let length = own_property(object, &js_string!("length").into()).and_then(|length| length.value()?.as_number());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an array's length is an integer below 2^32"
    )]
    length.map_or(0, |length| length as u32)
}

fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Adds the number of elements that are not shown.
fn more(hidden: u64, layout: &mut Layout) {
    if hidden > 0 {
        layout.push(format!("... {hidden} more item{}", plural(hidden)));
    }
}
