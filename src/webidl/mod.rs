//! Web IDL: platform objects and their interfaces, conversions, and the invocation of callbacks.
//!
//! Defined by <https://webidl.spec.whatwg.org/>. Interfaces are declared with [`interface!`], which gives them the
//! shape that the standard requires.

mod buffer_source;
mod callback;
mod construction;
mod conversions;
mod exception;
mod interface;
mod interface_builder;
mod interface_objects;
mod into_js;
mod members;
mod pair_iterator;
mod platform_object;
mod promise;
mod realm;
#[cfg(test)]
mod tests;

pub(crate) use buffer_source::{
    BufferSource, allow_shared_buffer_source, allow_shared_uint8_array, array_buffer_view, buffer_source,
    is_buffer_source, is_resizable, new_array_buffer, new_uint8_array,
};
pub(crate) use callback::{callback_function, event_loop, invoke, invoke_and_report, report_for};
pub(crate) use construction::{create, new_object, prototype_of_new_target, require_new};
pub(crate) use conversions::{
    Description, Dictionary, Enumeration, clamp, dom_string, double, enforce_range, enumeration, implementation,
    long_long, object, record, require_arguments, require_arguments_of, sequence, sequence_from_method, unsigned_long,
    unsigned_short, usv_string,
};
pub(crate) use exception::{exception_value, range_error, type_error};
pub(crate) use interface::interface;
pub(crate) use interface::{Interface, interface_prototype};
pub(crate) use interface_builder::{InterfaceBuilder, define_attribute, define_operation, define_static_operation};
pub(crate) use into_js::IntoJs;
pub(crate) use members::{AttributeName, attribute_name, static_string};
pub(crate) use members::{define_global_attribute, define_global_operation, define_replaceable_attribute};
pub(crate) use pair_iterator::{PairIterable, set_pair};
pub(crate) use platform_object::{Layers, PlatformObject, illegal_invocation, implements, this_object};
pub(crate) use promise::{PendingPromise, catch_as_rejection};
pub(crate) use realm::{associated_realm, register_realm};
