//! The web platform: one folder per standard. Those of ECMAScript that the engine does not have are here, too.

pub(crate) mod async_context;
pub(crate) mod atomics;
pub(crate) mod compression;
pub(crate) mod crypto;
pub(crate) mod disposal;
pub mod dom;
pub(crate) mod encoding;
pub mod fetch;
pub(crate) mod file_api;
pub mod html;
pub(crate) mod locks;
pub(crate) mod performance;
pub mod scheduler;
pub(crate) mod streams;
pub(crate) mod url;
pub mod webidl;
pub(crate) mod workers;
