//! Web IDL: platform objects and their interfaces, conversions, and the invocation of callbacks.
//!
//! Defined by <https://webidl.spec.whatwg.org/>. Every interface is declared with
//! [`interface!`], which gives it the standard's shape.

mod callback;
mod construction;
mod conversions;
mod exception;
mod interface;
mod interface_builder;
mod members;
mod platform_object;
mod promise;
mod realm;
mod returned;

pub use callback::{callback_function, event_loop, invoke, invoke_and_report, report_for};
pub use construction::{construct, create, new_object, prototype_of_new_target, require_new};
pub use conversions::{
    Described, Dictionary, Enumeration, any, dom_string, double, enforce_range, enumeration, implementation, object,
    require_arguments, sequence, unsigned_long, usv_string,
};
pub use exception::{exception_value, range_error, type_error};
pub(crate) use interface::interface;
pub use interface::{Ancestry, Interface, InterfaceObjects, interface_prototype};
pub use interface_builder::InterfaceBuilder;
pub use members::{define_global_attribute, define_global_operation, define_replaceable_attribute};
pub use platform_object::{Layers, PlatformObject, implements, this_object};
pub use promise::{PendingPromise, rejecting};
pub use realm::{associated_realm, register_realm};
pub use returned::Returned;
