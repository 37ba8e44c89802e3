//! Web IDL: platform objects and their interfaces, conversions, and the invocation of callbacks.
//!
//! Defined by <https://webidl.spec.whatwg.org/>. Interfaces are declared with [`interface!`](crate::interface), which
//! gives them the shape that the standard requires. An embedder can declare interfaces of its own, which may inherit
//! from [`EventTarget`](crate::dom::EventTarget). The crate that does must depend on `boa_engine` and `boa_gc` itself,
//! for their derive macros:
//!
//! ```
//! use std::cell::Cell;
//!
//! use posttask::Runtime;
//! use posttask::boa_engine::{Context, JsObject, JsResult, JsValue};
//! use posttask::boa_gc::{Finalize, Gc, Trace};
//! use posttask::dom::{EventTarget, event_handler_attribute};
//! use posttask::interface;
//! use posttask::webidl::{Interface, prototype_of_new_target};
//!
//! #[derive(Trace, Finalize)]
//! struct Counter {
//!     target: Gc<EventTarget>,
//!     count: Cell<u32>,
//! }
//!
//! interface! {
//!     Counter: EventTarget;
//!     constructor(0) = construct;
//!     get "count" = |counter| counter.count.get();
//!     operation "add"() = |counter, context| {
//!         counter.count.set(counter.count.get() + 1);
//!         counter.target.fire_named("change", context)?;
//!     };
//!     with = |builder| event_handler_attribute::<Counter>(builder, "change");
//! }
//!
//! fn construct(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
//!     let prototype = prototype_of_new_target::<Counter>(new_target, context)?;
//!     let counter = EventTarget::create(prototype, context, |target| Counter {
//!         target: target.clone(),
//!         count: Cell::new(0),
//!     });
//!     Ok(counter.target.object_value())
//! }
//!
//! let mut runtime = Runtime::builder().extension(Counter::register).build()?;
//! runtime.run_script("const c = new Counter(); let n = 0; c.onchange = () => n += c.count; c.add(); c.add()")?;
//! assert_eq!(runtime.run_script("n")?.as_number(), Some(3.0));
//! # Ok::<(), posttask::Error>(())
//! ```

mod buffer_source;
pub(crate) mod callback;
pub(crate) mod closure;
mod construction;
pub(crate) mod conversions;
pub(crate) mod exception;
pub(crate) mod host_promise;
mod interface;
mod interface_builder;
mod interface_macro;
mod interface_objects;
mod into_js;
mod members;
mod own_object;
mod pair_iterator;
mod partial_interface;
pub(crate) mod platform_object;
pub(crate) mod promise;
mod realm;
mod remote_resolver;
#[cfg(test)]
mod tests;
pub(crate) mod traced_promise;

pub(crate) use buffer_source::{
    BufferSource, allow_shared_buffer_source, allow_shared_uint8_array, array_buffer_view, buffer_source,
    is_buffer_source, is_resizable, new_array_buffer, new_uint8_array, typed_array_constructor,
};
pub(crate) use callback::{
    call, callback_function, check_loop, event_loop, invoke, invoke_and_report, report_for, the_same_loop,
};
pub(crate) use closure::closure;
pub use closure::function;
pub use construction::{create, new_object, prototype_of_new_target, require_new};
pub(crate) use conversions::{
    Description, Dictionary, Enumeration, clamp, dom_string, double, enforce_range, enumeration, implementation,
    long_long, object, record, sequence, sequence_from_method, unsigned_long, unsigned_short, usv_string,
};
pub use conversions::{require_arguments, require_arguments_of};
pub(crate) use exception::{exceeded_limit, exception_value, range_error, type_error, with_stack};
pub use interface::{Ancestry, Interface, interface_object, interface_prototype};
pub use interface_builder::InterfaceBuilder;
pub(crate) use interface_macro::interface;
pub use interface_objects::InterfaceObjects;
pub use into_js::IntoJs;
pub use members::AttributeName;
pub(crate) use members::{attribute_name, static_string};
pub(crate) use members::{define_global_attribute, define_global_operation, define_replaceable_attribute};
pub(crate) use own_object::OwnObject;
pub use pair_iterator::PairIterable;
pub(crate) use pair_iterator::set_pair;
pub(crate) use partial_interface::{define_attribute, define_operation, define_static_operation};
pub use platform_object::{Layers, implements, this_object};
pub(crate) use platform_object::{PlatformObject, illegal_invocation, state_of};
pub use promise::catch_as_rejection;
pub(crate) use promise::{OnSettled, PendingPromise, when_settled};
pub(crate) use realm::{associated_realm, is_ordinary_function, register_realm};
pub use remote_resolver::RemoteResolver;
