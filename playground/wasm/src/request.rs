//! What the page asks for.

use posttask::event_loop::Quirks;
use posttask::profiles::Profile;
use serde::Deserialize;

/// A program, and how to run it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Request {
    /// The text of the program.
    pub(crate) source: String,
    /// The name of its file, whose extension says what language it is in.
    pub(crate) file: String,
    /// The host that it runs as; empty for none.
    pub(crate) profile: String,
    /// Whether it runs in real time. Orders need virtual time.
    pub(crate) real_time: bool,
    /// The seed of random values.
    pub(crate) seed: u64,
    /// The frames per second; 0 for none.
    pub(crate) frames: u32,
    /// The order to follow; empty for the usual one.
    pub(crate) order: String,
    /// The number of runs of an exploration.
    pub(crate) runs: u64,
    /// The level of the orders that are explored.
    pub(crate) level: String,
    /// Whether orders with different outcomes are failures.
    pub(crate) fails_on_difference: bool,
    /// The hosts to compare.
    pub(crate) profiles: Vec<String>,
}

impl Request {
    /// The quirks of the host that the program runs as.
    ///
    /// # Errors
    ///
    /// A message if there is no such host.
    pub(crate) fn quirks(&self) -> Result<Quirks, String> {
        if self.profile.is_empty() { Ok(Quirks::NONE) } else { Ok(profile(&self.profile)?.quirks()) }
    }

    /// The options of the command that does the same.
    pub(crate) fn host_options(&self) -> String {
        let host = if self.profile.is_empty() { String::new() } else { format!("--as {} ", self.profile) };
        if self.frames == 0 { host } else { format!("{host}--frames {} ", self.frames) }
    }
}

/// The host with this name.
///
/// # Errors
///
/// A message if there is none.
pub(crate) fn profile(name: &str) -> Result<Profile, String> {
    name.parse().map_err(|_| format!("there is no host named '{name}'"))
}
