//! Conversion between Rust types and JavaScript values with [serde](https://serde.rs), without JSON. Needs the feature
//! `serde`.
//!
//! Nothing is lost silently: what has no exact counterpart is an error that says where it is.
//!
//! | Rust | JavaScript | accepted from JavaScript |
//! | --- | --- | --- |
//! | `bool`, `String`, `char` | boolean, string | the same; a string with a lone surrogate is an error |
//! | integers | number; a `BigInt` outside ±(2<sup>53</sup> − 1) | a safe integer, or a `BigInt` in range |
//! | `f32`, `f64` | number | number |
//! | `None`, `()` | `undefined` | `undefined`, `null`, and a missing property |
//! | `Vec`, tuples, arrays | array | array, typed array, `Set` |
//! | structs | object | object, `Map` with strings as keys |
//! | maps | object; the keys are strings, numbers or booleans | object (its own enumerable properties), `Map` |
//! | `serde_bytes`, `with = "posttask::serde::bytes"` | `Uint8Array` | buffers and their views, arrays of bytes |
//! | `with = "posttask::serde::date"` | `Date` | `Date` |
//! | `with = "posttask::serde::map"` | `Map` | `Map`, object |
//! | `with = "posttask::serde::set"` | `Set` | `Set`, array |
//! | enums | the name of a variant, or an object with one property | the same |
//!
//! A `Proxy` is an object, whatever it is a proxy of. Values that contain themselves, and values nested more than 128
//! levels deep, are errors. Reading an object may call its getters and the traps of proxies, and their exceptions are
//! returned.
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::time::{Duration, SystemTime};
//!
//! use posttask::Runtime;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Order {
//!     id: u64,
//!     note: Option<String>,
//!     #[serde(with = "posttask::serde::date")]
//!     at: SystemTime,
//!     #[serde(with = "posttask::serde::map")]
//!     amounts: BTreeMap<String, u32>,
//! }
//!
//! let mut runtime = Runtime::builder().virtual_time().build()?;
//! let order = Order {
//!     id: u64::MAX,
//!     note: None,
//!     at: SystemTime::UNIX_EPOCH + Duration::from_millis(7),
//!     amounts: BTreeMap::from([("tea".to_owned(), 2)]),
//! };
//! let value = runtime.try_with_context(|context| posttask::serde::to_js(&order, context))?;
//! runtime.set_global("order", value)?;
//! let seen = runtime.run_script("`${order.id} ${order.note} ${order.at.getTime()} ${order.amounts.get('tea')}`")?;
//! assert_eq!(seen.as_string(), Some("18446744073709551615 undefined 7 2".into()));
//! let changed = runtime.run_script("({ ...order, note: 'milk' })")?;
//! let back: Order = runtime.try_with_context(|context| posttask::serde::from_js(&changed, context))?;
//! assert_eq!(back, Order { note: Some("milk".to_owned()), ..order });
//!
//! let wrong = runtime.run_script("({ ...order, id: -1 })")?;
//! let error = runtime.try_with_context(|context| posttask::serde::from_js::<Order>(&wrong, context)).unwrap_err();
//! assert!(error.to_string().starts_with("TypeError: at .id: invalid value: integer `-1`, expected u64"));
//! # Ok::<(), posttask::Error>(())
//! ```

mod deserializer;
mod error;
mod integer;
mod items;
mod kinds;
mod serializer;
#[cfg(test)]
mod tests;

pub use deserializer::from_js;
pub use kinds::{bytes, date, map, set};
pub use serializer::to_js;

/// The number of levels that values may be nested.
const MOST_LEVELS: usize = 128;
