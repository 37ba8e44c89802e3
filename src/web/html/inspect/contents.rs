//! The contents that objects show before their properties.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::{JsArrayBuffer, JsDataView, JsMap, JsPromise, JsSet, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{JsObject, JsValue};
use boa_gc::Gc;

use super::kind::Kind;
use super::object_text::ObjectText;
use super::shown::Shown;
use super::walker::{Role, Style, Walker};
use crate::web::url::UrlSearchParams;
use crate::web::webidl::PairIterable;

impl<S: Style> Walker<'_, S> {
    /// Adds the contents that an object shows before its properties.
    pub(super) fn contents(&mut self, object: &JsObject, kind: &Kind, text: &mut ObjectText) {
        match kind {
            Kind::Array(length) => self.array(object, *length, kind, text),
            Kind::TypedArray(array) => self.typed_array(array, text),
            Kind::ArrayBuffer(buffer) => self.array_buffer(buffer, text),
            Kind::DataView(view) => self.data_view(view, text),
            Kind::Map(map) => self.map(map, text),
            Kind::Set(set) => self.set(set, text),
            Kind::Promise(promise) => self.promise(promise, text),
            Kind::SearchParams(params) => self.search_params(&params.0, text),
            Kind::WeakMap | Kind::WeakSet => text.push(self.paint(Role::Special, "<items unknown>")),
            Kind::Module => self.module(object, text),
            Kind::Other => self.attributes(object, text),
            Kind::Proxy
            | Kind::Function
            | Kind::Ordinary
            | Kind::Error
            | Kind::Date(_)
            | Kind::RegExp(_)
            | Kind::Boxed(..) => {}
        }
    }

    fn array(&mut self, array: &JsObject, length: u64, kind: &Kind, text: &mut ObjectText) {
        let indices = self.indices(array, S::MAX_ELEMENTS.saturating_add(1));
        let mut next = 0;
        for index in indices.into_iter().map(u64::from).filter(|&index| index < length).chain([length]) {
            if text.entries.len() == S::MAX_ELEMENTS {
                break;
            }
            if index > next {
                let holes = index - next;
                text.push(self.paint(Role::Secondary, format!("<{holes} empty item{}>", plural(holes))));
            }
            next = index;
            if index < length && text.entries.len() < S::MAX_ELEMENTS {
                let key = u32::try_from(index).unwrap_or(u32::MAX).into();
                if let Some(property) = S::property(self, array, &key, kind) {
                    text.push(self.stored(array, &property));
                }
                next = index + 1;
            }
        }
        text.end_of_elements();
        more(length - next.min(length), text);
    }

    /// Returns the least indices of an array that are not holes, in ascending order. A proxy is asked for its keys.
    fn indices(&mut self, array: &JsObject, limit: usize) -> Vec<u32> {
        let mut indices: Vec<u32> = if array.is_array() {
            let object = array.borrow();
            let keys = || object.properties().index_property_keys();
            let first: Vec<u32> = keys().take(limit).collect();
            // An array without holes is not collected as a whole. One with many is stored in no order.
            if (0..).zip(&first).all(|(index, &key)| index == key) { first } else { keys().collect() }
        } else {
            let keys = array.own_property_keys(self.context).unwrap_or_default();
            let indices = keys.iter().filter_map(|key| match key {
                PropertyKey::Index(index) => Some(index.get()),
                _ => None,
            });
            indices.collect()
        };
        indices.sort_unstable();
        indices.truncate(limit);
        indices
    }

    fn typed_array(&mut self, array: &JsTypedArray, text: &mut ObjectText) {
        let length = array.length(self.context).unwrap_or(0);
        for index in 0..length.min(S::MAX_ELEMENTS) {
            let index = i64::try_from(index).unwrap_or(i64::MAX);
            let value = array.at(index, self.context).unwrap_or_default();
            text.push(self.primitive(&value));
        }
        text.end_of_elements();
        more(length.saturating_sub(S::MAX_ELEMENTS) as u64, text);
    }

    fn array_buffer(&mut self, buffer: &JsArrayBuffer, text: &mut ObjectText) {
        let bytes = buffer.data().map(|bytes| bytes.to_vec());
        let Some(bytes) = bytes else {
            for entry in S::DETACHED {
                text.push(self.paint(Role::Special, *entry));
            }
            return;
        };
        let shown: Vec<String> = bytes.iter().take(S::MAX_BYTES).map(|byte| format!("{byte:02x}")).collect();
        let hidden = bytes.len().saturating_sub(S::MAX_BYTES);
        let rest = if hidden > 0 { format!(" ... {hidden} more byte{}", plural(hidden as u64)) } else { String::new() };
        text.push(format!("[Uint8Contents]: <{}{rest}>", shown.join(" ")));
        self.slot("byteLength", &bytes.len().into(), text);
    }

    fn data_view(&mut self, view: &JsDataView, text: &mut ObjectText) {
        let length = view.byte_length(self.context).unwrap_or(0);
        let offset = view.byte_offset(self.context).unwrap_or(0);
        let buffer = view.buffer(self.context).unwrap_or_default();
        self.slot("byteLength", &length.into(), text);
        self.slot("byteOffset", &offset.into(), text);
        self.slot("buffer", &buffer, text);
    }

    fn slot(&mut self, name: &str, value: &JsValue, text: &mut ObjectText) {
        text.push(self.value(value).after(format!("{}: ", S::slot(name))));
    }

    fn map(&mut self, map: &JsMap, text: &mut ObjectText) {
        let mut pairs = Vec::new();
        let mut size = 0;
        let _ = map.for_each_native(|key, value| {
            size += 1;
            if pairs.len() < S::MAX_ELEMENTS {
                pairs.push((key, value));
            }
            Ok(())
        });
        self.pairs(&pairs, size, text);
    }

    fn search_params(&mut self, params: &Gc<UrlSearchParams>, text: &mut ObjectText) {
        let pairs: Vec<_> = (0..S::MAX_ELEMENTS).map_while(|index| params.pair(index)).collect();
        self.pairs(&pairs, params.size(), text);
    }

    fn pairs(&mut self, pairs: &[(JsValue, JsValue)], size: usize, text: &mut ObjectText) {
        for (key, value) in pairs {
            let key = self.value(key);
            text.push(Shown::join([key, " => ".into(), self.value(value)]));
        }
        more((size - pairs.len()) as u64, text);
    }

    fn set(&mut self, set: &JsSet, text: &mut ObjectText) {
        let mut values = Vec::new();
        let _ = set.for_each_native(|value| {
            if values.len() < S::MAX_ELEMENTS {
                values.push(value);
            }
            Ok(())
        });
        for value in &values {
            text.push(self.value(value));
        }
        more((set.size() - values.len()) as u64, text);
    }

    fn promise(&mut self, promise: &JsPromise, text: &mut ObjectText) {
        let state = match promise.state() {
            PromiseState::Pending => self.paint(Role::Special, "<pending>").into(),
            PromiseState::Fulfilled(value) => self.value(&value),
            PromiseState::Rejected(reason) => {
                self.value(&reason).after(format!("{} ", self.paint(Role::Rejected, "<rejected>")))
            }
        };
        text.push(state);
    }

    /// Adds the exports. One that is not initialized yet cannot be read.
    fn module(&mut self, module: &JsObject, text: &mut ObjectText) {
        for key in module.own_property_keys(self.context).unwrap_or_default() {
            if matches!(key, PropertyKey::Symbol(_)) {
                continue;
            }
            let value = match module.get(key.clone(), self.context) {
                Ok(value) => self.value(&value),
                Err(_) => self.paint(Role::Special, "<uninitialized>").into(),
            };
            text.push(value.after(format!("{}: ", self.style.key(&key))));
        }
    }

    fn attributes(&mut self, object: &JsObject, text: &mut ObjectText) {
        for (name, value) in S::attributes(self, object) {
            text.push(self.value(&value).after(format!("{name}: ")));
        }
    }
}

fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Adds the number of elements that are not shown.
fn more(hidden: u64, text: &mut ObjectText) {
    if hidden > 0 {
        text.push(format!("... {hidden} more item{}", plural(hidden)));
    }
}
