//! Functions of the engine, for operations that its Rust interface lacks.

use std::rc::Rc;

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::object::builtins::{JsArray, JsProxy};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_error, js_string};
use boa_gc::{Finalize, Trace};

use super::own_function;

/// Functions of the engine, as they were before a program could replace them.
#[derive(Clone, Trace, Finalize)]
pub(super) struct EngineFunctions {
    /// `Array.isArray`, which looks through proxies.
    is_array: JsObject,
    /// `Object.keys`, which calls the traps of proxies.
    keys: JsObject,
    /// `JSON.isRawJSON`.
    is_raw: JsObject,
    /// `Reflect.get`.
    get: JsObject,
    /// `Reflect.deleteProperty`.
    delete: JsObject,
    /// `Array.prototype.flat`.
    flat: JsObject,
}

impl EngineFunctions {
    /// Takes the functions of the current realm.
    ///
    /// # Errors
    ///
    /// `TypeError` if one of them does not exist.
    pub(super) fn of_realm(context: &mut Context) -> JsResult<Self> {
        let intrinsics = context.intrinsics();
        let (array, object) = (intrinsics.constructors().array(), intrinsics.constructors().object());
        let (prototype, array, object) = (array.prototype(), array.constructor(), object.constructor());
        let (json, reflect) = (intrinsics.objects().json(), intrinsics.objects().reflect());
        let mut function = |object: &JsObject, name: &str| own_function(object, name, context).map(JsObject::from);
        Ok(Self {
            is_array: function(&array, "isArray")?,
            keys: function(&object, "keys")?,
            is_raw: function(&json, "isRawJSON")?,
            get: function(&reflect, "get")?,
            delete: function(&reflect, "deleteProperty")?,
            flat: function(&prototype, "flat")?,
        })
    }

    /// [`IsArray`](https://tc39.es/ecma262/#sec-isarray).
    pub(super) fn is_array(&self, object: &JsObject, context: &mut Context) -> JsResult<bool> {
        if object.is_array() || JsProxy::from_object(object.clone()).is_err() {
            return Ok(object.is_array());
        }
        Ok(self.is_array.call(&JsValue::undefined(), &[object.clone().into()], context)?.to_boolean())
    }

    /// [`EnumerableOwnProperties`](https://tc39.es/ecma262/#sec-enumerableownproperties) with `key`.
    pub(super) fn keys(&self, object: &JsObject, context: &mut Context) -> JsResult<Rc<[JsString]>> {
        let is_enumerable = |property: PropertyDescriptor| property.enumerable() == Some(true);
        if object.is::<OrdinaryObject>() {
            let keys = object.own_property_keys(context)?;
            let object = object.borrow();
            let keys = keys.into_iter().filter(|key| object.properties().get(key).is_some_and(is_enumerable));
            return Ok(keys.filter_map(|key| name_of(&key)).collect());
        }
        let keys = self.keys.call(&JsValue::undefined(), &[object.clone().into()], context)?;
        let Some(keys) = keys.as_object() else { return Ok(Rc::default()) };
        let keys = JsArray::from_object(keys)?;
        (0..keys.length(context)?).map(|index| keys.get(index, context)?.to_string(context)).collect()
    }

    /// The text that an object of `JSON.rawJSON` stands for.
    pub(super) fn raw_text(&self, object: &JsObject, context: &mut Context) -> JsResult<Option<JsString>> {
        // The function need not be called for most objects: raw ones have no prototype.
        if object.prototype().is_some()
            || !self.is_raw.call(&JsValue::undefined(), &[object.clone().into()], context)?.to_boolean()
        {
            return Ok(None);
        }
        Ok(object.get(js_string!("rawJSON"), context)?.as_string())
    }

    /// [`GetV`](https://tc39.es/ecma262/#sec-getv): a getter receives the value itself, even if it is primitive.
    pub(super) fn get_v(&self, value: &JsValue, key: JsString, context: &mut Context) -> JsResult<JsValue> {
        let object = value.to_object(context)?;
        if value.is_object() {
            return object.get(key, context);
        }
        self.get.call(&JsValue::undefined(), &[object.into(), key.into(), value.clone()], context)
    }

    /// Calls the [`[[Delete]]` method][delete] of an object. It is no error if the property stays.
    ///
    /// [delete]: https://tc39.es/ecma262/#sec-object-internal-methods-and-internal-slots
    pub(super) fn delete(&self, object: &JsObject, key: JsString, context: &mut Context) -> JsResult<()> {
        self.delete.call(&JsValue::undefined(), &[object.clone().into(), key.into()], context).map(drop)
    }

    /// [`ArraySpeciesCreate`](https://tc39.es/ecma262/#sec-arrayspeciescreate) with a length of 0.
    pub(super) fn array_species_create(&self, original: &JsObject, context: &mut Context) -> JsResult<JsObject> {
        if !self.is_array(original, context)? {
            return Ok(JsArray::new(context)?.into());
        }
        // `flat` of an empty array does this, and nothing else, with the array's constructor.
        let empty = JsArray::new(context)?;
        let constructor = original.get(js_string!("constructor"), context)?;
        empty.create_data_property_or_throw(js_string!("constructor"), constructor, context)?;
        let created = self.flat.call(&empty.into(), &[0.into()], context)?;
        created.as_object().ok_or_else(|| js_error!(TypeError: "the constructor does not return an object"))
    }
}

/// The name of a property, unless it is a symbol.
pub(super) fn name_of(key: &PropertyKey) -> Option<JsString> {
    match key {
        PropertyKey::String(name) => Some(name.clone()),
        PropertyKey::Index(index) => Some(js_string!(index.get().to_string())),
        PropertyKey::Symbol(_) => None,
    }
}
