//! The interface objects and prototypes of each realm.

use std::any::TypeId;

use boa_engine::{Context, JsData, JsObject};
use boa_gc::{Finalize, Trace};
use rustc_hash::FxHashMap;

/// The interfaces of a realm, stored in its host-defined field.
#[derive(Default, Trace, Finalize, JsData)]
pub(super) struct Interfaces {
    #[unsafe_ignore_trace]
    positions: FxHashMap<TypeId, usize>,
    objects: Vec<InterfaceObjects>,
}

/// The interface object and the prototype of an interface in a realm.
#[derive(Clone, Debug, Trace, Finalize)]
pub struct InterfaceObjects {
    pub(super) constructor: JsObject,
    pub(super) prototype: JsObject,
}

/// Stores the objects of an interface in the current realm.
pub(super) fn store(interface: TypeId, objects: InterfaceObjects, context: &Context) {
    let mut host_defined = context.realm().host_defined_mut();
    if !host_defined.has::<Interfaces>() {
        host_defined.insert_default::<Interfaces>();
    }
    if let Some(interfaces) = host_defined.get_mut::<Interfaces>() {
        interfaces.positions.insert(interface, interfaces.objects.len());
        interfaces.objects.push(objects);
    }
}

/// Returns the objects of an interface in the current realm, if it is registered there.
pub(super) fn find(interface: TypeId, context: &Context) -> Option<InterfaceObjects> {
    let host_defined = context.realm().host_defined();
    let interfaces = host_defined.get::<Interfaces>()?;
    interfaces.objects.get(*interfaces.positions.get(&interface)?).cloned()
}
