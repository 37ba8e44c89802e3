//! `fetch`: <https://fetch.spec.whatwg.org/#fetch-method>.

mod arriving;
mod ending;
mod fetch;
mod networks;
mod starting;

pub(super) use fetch::Fetch;
pub(super) use networks::open_fetch;
pub use networks::{network, set_network};
pub(super) use starting::register;
