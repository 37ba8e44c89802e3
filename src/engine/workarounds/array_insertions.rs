//! `unshift` and `splice` of arrays. The engine moves each of the elements that follow, which takes hundreds of
//! nanoseconds for one. Here, an ordinary array gets all of its elements at once.

use std::mem::swap;
use std::ops::Range;

use boa_engine::object::IndexPropertyValues;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsSymbol, JsValue, NativeFunction, js_error, js_string};
use boa_gc::{Finalize, Trace};

use super::{define, own_function};
use crate::stored_properties::own_property;

/// From how many elements that move on this is faster.
const FEWEST: usize = 32;

/// What arrays are like that are changed here.
#[derive(Clone, Trace, Finalize)]
struct Ordinary {
    /// An array that has only elements.
    example: JsObject,
    /// `Array`.
    constructor: JsObject,
    /// The getter of `Array[Symbol.species]`.
    species: JsObject,
    /// `Array.prototype`.
    prototype: JsObject,
    /// `Object.prototype`.
    object_prototype: JsObject,
}

/// Changes an array, and returns the result of the function. `None` if the engine's function has to do it.
type Change = fn(&Ordinary, &JsValue, &[JsValue], &mut Context) -> Option<JsValue>;

/// Replaces the functions.
pub(super) fn replace(context: &mut Context) -> JsResult<()> {
    let (array, object) = (context.intrinsics().constructors().array(), context.intrinsics().constructors().object());
    let (constructor, prototype, object_prototype) = (array.constructor(), array.prototype(), object.prototype());
    let species =
        own_property(&constructor, &JsSymbol::species().into()).and_then(|property| property.get()?.as_object());
    let (example, species) =
        (JsArray::new(context)?.into(), species.ok_or_else(|| js_error!(TypeError: "the engine lacks a getter"))?);
    let ordinary = Ordinary { example, constructor, species, prototype: prototype.clone(), object_prototype };
    let mut replace = |name: &str, length, steps: Change| {
        let captures = (own_function(&prototype, name, context)?, ordinary.clone());
        let function = NativeFunction::from_copy_closure_with_captures(
            move |this, arguments, (own, ordinary): &(JsFunction, Ordinary), context| {
                let changed = steps(ordinary, this, arguments, context);
                changed.map_or_else(|| own.call(this, arguments, context), Ok)
            },
            captures,
        );
        define(&prototype, js_string!(name), length, function, context)
    };
    replace("unshift", 1, Ordinary::unshift)?;
    replace("splice", 2, Ordinary::splice)
}

/// What `splice` removes. `None` if its arguments would have to be converted, which may run code of the program.
fn removed(arguments: &[JsValue], length: usize) -> Option<Range<usize>> {
    let integer = |value: &JsValue| value.as_number().filter(|number| !number.is_nan()).map(f64::trunc);
    #[expect(clippy::cast_precision_loss, reason = "arrays are not that long")]
    let float = length as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is at most the length")]
    let clamp = |number: f64, most: f64| number.clamp(0.0, most) as usize;
    let start = integer(arguments.first()?)?;
    let start = clamp(if start < 0.0 { float + start } else { start }, float);
    let rest = length - start;
    let count = match arguments.get(1) {
        None => rest,
        Some(count) => clamp(integer(count)?, float).min(rest),
    };
    Some(start..start + count)
}

impl Ordinary {
    /// [`Array.prototype.unshift`](https://tc39.es/ecma262/#sec-array.prototype.unshift).
    fn unshift(&self, array: &JsValue, items: &[JsValue], context: &mut Context) -> Option<JsValue> {
        if items.is_empty() || self.length(array)? < FEWEST {
            return None;
        }
        let (array, mut elements) = self.elements(array, context)?;
        elements.splice(0..0, items.iter().cloned());
        let length = elements.len();
        set_elements(&array, elements, context);
        Some(length.into())
    }

    /// [`Array.prototype.splice`](https://tc39.es/ecma262/#sec-array.prototype.splice).
    fn splice(&self, array: &JsValue, arguments: &[JsValue], context: &mut Context) -> Option<JsValue> {
        let length = self.length(array)?;
        let removed = removed(arguments, length)?;
        let items = arguments.get(2..).unwrap_or_default();
        if removed.len() == items.len() || length - removed.end < FEWEST || !self.has_usual_species() {
            return None;
        }
        let (array, mut elements) = self.elements(array, context)?;
        let removed: Vec<JsValue> = elements.splice(removed, items.iter().cloned()).collect();
        set_elements(&array, elements, context);
        Some(JsArray::from_iter(removed, context).into())
    }

    /// The length of an array that has only elements, all of which are ordinary properties. `None` for other values.
    fn length(&self, value: &JsValue) -> Option<usize> {
        let array = value.as_object().filter(JsObject::is_array)?;
        let array = array.borrow();
        if array.shape().to_addr_usize() != self.example.borrow().shape().to_addr_usize() {
            return None;
        }
        let elements = array.properties().index_property_values();
        let is_dense = matches!(
            elements,
            IndexPropertyValues::DenseI32(_) | IndexPropertyValues::DenseF64(_) | IndexPropertyValues::DenseElement(_)
        );
        let length = array.properties().get(&js_string!("length").into())?.value()?.as_number()?;
        #[expect(clippy::cast_precision_loss, clippy::float_cmp, reason = "both are integers, and not that large")]
        let has_no_holes = length == elements.len() as f64;
        (is_dense && has_no_holes).then(|| elements.len())
    }

    /// An array of which the [length](Self::length) is known, and its elements. `None` if it cannot be changed, or if
    /// writing its elements would call setters.
    fn elements(&self, array: &JsValue, context: &mut Context) -> Option<(JsObject, Vec<JsValue>)> {
        let has_elements = |object: &JsObject| object.borrow().properties().index_property_keys().len() > 0;
        let array = array.as_object()?;
        let prototypes = [self.prototype.prototype(), self.object_prototype.prototype()];
        let has_usual_prototypes = prototypes == [Some(self.object_prototype.clone()), None];
        let has_inherited = has_elements(&self.prototype) || has_elements(&self.object_prototype);
        if !array.is_extensible(context).ok()? || !has_usual_prototypes || has_inherited {
            return None;
        }
        let elements = match array.borrow().properties().index_property_values() {
            IndexPropertyValues::DenseI32(elements) => elements.map(|&element| element.into()).collect(),
            IndexPropertyValues::DenseF64(elements) => elements.map(|&element| element.into()).collect(),
            IndexPropertyValues::DenseElement(elements) => elements.cloned().collect(),
            _ => return None,
        };
        Some((array, elements))
    }

    /// Whether [`ArraySpeciesCreate`](https://tc39.es/ecma262/#sec-arrayspeciescreate) creates an array, without
    /// calling anything of the program.
    fn has_usual_species(&self) -> bool {
        let constructor = own_property(&self.prototype, &js_string!("constructor").into());
        let species = own_property(&self.constructor, &JsSymbol::species().into());
        let is = |value: Option<&JsValue>, expected: &JsObject| {
            value.and_then(JsValue::as_object).is_some_and(|object| JsObject::equals(&object, expected))
        };
        is(constructor.as_ref().and_then(PropertyDescriptor::value), &self.constructor)
            && is(species.as_ref().and_then(PropertyDescriptor::get), &self.species)
    }
}

/// Gives an array that has only elements other ones: it exchanges its properties with a new array. Private fields,
/// which only a class can add that returns the array from the constructor of its parent, get lost.
fn set_elements(array: &JsObject, elements: Vec<JsValue>, context: &mut Context) {
    let other: JsObject = JsArray::from_iter(elements, context).into();
    swap(&mut *array.borrow_mut(), &mut *other.borrow_mut());
}
