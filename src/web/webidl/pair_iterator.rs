//! Interfaces with a [pair iterator](https://webidl.spec.whatwg.org/#idl-iterable): `iterable<K, V>`.

use std::cell::Cell;

use boa_engine::builtins::iterable::create_iter_result_object;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsSymbol, JsValue, js_string};
use boa_gc::{Finalize, Gc, Trace};

use super::callback::callback_function;
use super::construction::create;
use super::conversions::require_arguments_of;
use super::interface::{Interface, interface_prototype};
use super::interface_builder::InterfaceBuilder;
use super::members::{operation, static_string};
use super::platform_object::this_object;

/// An interface that declares `iterable;`.
pub trait PairIterable: Interface<State = Self> + Trace {
    /// The name of the iterators: that of the interface, followed by ` Iterator`.
    const ITERATOR: &'static str;

    /// Returns one of the [value pairs to iterate over][pairs], as they are now. `None` after the last one.
    ///
    /// [pairs]: https://webidl.spec.whatwg.org/#dfn-value-pairs-to-iterate-over
    fn pair(&self, index: usize) -> Option<(JsValue, JsValue)>;
}

impl InterfaceBuilder<'_> {
    /// Adds the [methods of a pair iterator](https://webidl.spec.whatwg.org/#js-iterable).
    #[must_use]
    pub fn iterable<T: PairIterable>(mut self) -> Self {
        let operation = operation(self.context(), static_string!("entries"), 0, entries::<T>);
        let iterator = PropertyDescriptor::builder()
            .value(operation.value().cloned().unwrap_or_default())
            .writable(true)
            .enumerable(false)
            .configurable(true);
        self.members.push((static_string!("entries").into(), operation));
        self = self.operation(static_string!("keys"), 0, keys::<T>);
        self = self.operation(static_string!("values"), 0, values::<T>);
        self = self.operation(static_string!("forEach"), 1, for_each::<T>);
        self.members.push((JsSymbol::iterator().into(), iterator.build()));
        self
    }
}

/// What an iterator yields.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Key,
    Value,
    KeyAndValue,
}

/// A [default iterator object](https://webidl.spec.whatwg.org/#js-default-iterator-object). It finds the next pair by
/// its index, so it sees changes.
#[derive(Trace, Finalize)]
pub(crate) struct PairIterator<T: Trace + 'static> {
    target: Gc<T>,
    #[unsafe_ignore_trace]
    kind: Kind,
    index: Cell<usize>,
}

impl<T: PairIterable> Interface for PairIterator<T> {
    type State = Self;
    type Parent = ();
    const NAME: &'static str = T::ITERATOR;

    fn define(mut builder: InterfaceBuilder<'_>) -> InterfaceBuilder<'_> {
        let prototype = builder.context().intrinsics().constructors().iterator().prototype();
        builder.hidden().prototype_inherits(prototype).operation("next", 0, next::<T>)
    }
}

/// [`next`](https://webidl.spec.whatwg.org/#js-iterator-prototype-object) of the iterators.
fn next<T: PairIterable>(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let iterator = this_object::<PairIterator<T>>(this, "next")?;
    let index = iterator.index.get();
    let Some((key, value)) = iterator.target.pair(index) else {
        return Ok(create_iter_result_object(JsValue::undefined(), true, context));
    };
    iterator.index.set(index + 1);
    let result = match iterator.kind {
        Kind::Key => key,
        Kind::Value => value,
        Kind::KeyAndValue => JsArray::from_iter([key, value], context).into(),
    };
    Ok(create_iter_result_object(result, false, context))
}

/// Creates an iterator in the current realm. The prototype of the iterators is created with the first one.
fn iterate<T: PairIterable>(name: &str, kind: Kind, this: &JsValue, context: &mut Context) -> JsResult<JsObject> {
    let target = this_object::<T>(this, name)?;
    if interface_prototype::<PairIterator<T>>(context).is_err() {
        PairIterator::<T>::register(context)?;
        // Iterators have no constructor.
        let prototype = interface_prototype::<PairIterator<T>>(context)?;
        prototype.delete_property_or_throw(js_string!("constructor"), context)?;
    }
    create(&Gc::new(PairIterator { target, kind, index: Cell::new(0) }), context)
}

/// [`entries`](https://webidl.spec.whatwg.org/#js-iterable-entries), which is also `[Symbol.iterator]`.
fn entries<T: PairIterable>(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    iterate::<T>("entries", Kind::KeyAndValue, this, context).map(JsValue::from)
}

/// [`keys`](https://webidl.spec.whatwg.org/#js-iterable-keys).
fn keys<T: PairIterable>(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    iterate::<T>("keys", Kind::Key, this, context).map(JsValue::from)
}

/// [`values`](https://webidl.spec.whatwg.org/#js-iterable-values).
fn values<T: PairIterable>(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    iterate::<T>("values", Kind::Value, this, context).map(JsValue::from)
}

/// [`forEach`](https://webidl.spec.whatwg.org/#js-iterable-forEach). The callback may change what is iterated over.
fn for_each<T: PairIterable>(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = this_object::<T>(this, "forEach")?;
    require_arguments_of::<T>(arguments, 1, "forEach")?;
    let callback = callback_function(&arguments[0], &format!("{}.forEach: callback", T::NAME))?;
    for index in 0.. {
        let Some((key, value)) = target.pair(index) else { break };
        callback.call(arguments.get_or_undefined(1), &[value, key, this.clone()], context)?;
    }
    Ok(JsValue::undefined())
}

/// Sets the value of a name in a list of pairs, as the `set` methods of interfaces with pairs do: at the place of the
/// first pair with the name, while the others with it are removed, or at the end. O(n).
pub(crate) fn set_pair<K, V>(list: &mut Vec<(K, V)>, name: K, value: V, is_same: impl Fn(&K, &K) -> bool) {
    let Some(first) = list.iter().position(|(known, _)| is_same(known, &name)) else {
        list.push((name, value));
        return;
    };
    list[first].1 = value;
    let mut index = 0;
    list.retain(|(known, _)| {
        index += 1;
        index <= first + 1 || !is_same(known, &name)
    });
}
