//! Web IDL: platform objects and their interfaces, conversions, and the invocation of callbacks.
//!
//! Defined by <https://webidl.spec.whatwg.org/>. Every interface that JavaScript sees is declared through
//! [`InterfaceBuilder`] and gets the standard's shape from it.

mod callback;
mod construction;
mod conversions;
mod exception;
mod interface;
mod platform_object;
mod promise;
mod realm;

pub use callback::{callback_function, event_loop, invoke, invoke_and_report, report_for};
pub use construction::{new_object, prototype_of_new_target, require_new};
pub use conversions::{
    Dictionary, double, enforce_range, enumeration, long, require_arguments, sequence, unsigned_long,
    unsigned_long_long, unsigned_short, usv_string,
};
pub use exception::{exception_value, range_error, type_error};
pub use interface::{
    InterfaceBuilder, define_attribute, define_operation, interface_constructor, interface_prototype, replace_attribute,
};
pub use platform_object::{Interface, Layers, PlatformObject, implements, this_object};
pub use promise::{PendingPromise, rejecting};
pub use realm::{associated_realm, register_realm};
