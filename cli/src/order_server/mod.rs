//! Processes that load a program or a test file once, and fork for each order of an exploration.
//!
//! A server is the command itself, with [`SERVER`] before the arguments of the command that has started it. Its
//! standard input is a socket. First comes what is explored, and then requests: see `posttask::exploration`.

#[expect(unsafe_code, reason = "the standard library does not fork")]
mod fork;
mod frames;
mod link;
mod serving;
mod starting;

pub(crate) use serving::Serving;
pub(crate) use starting::start;

/// The first argument of a server. It is not a subcommand, because completion scripts list even hidden subcommands.
pub(crate) const SERVER: &str = "order-server";
