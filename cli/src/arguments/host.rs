//! The host that a program runs as.

use clap::Args;
use posttask::event_loop::{Quirk, Quirks};
use posttask::profiles::Profile;

use super::named::named;

/// The host that a program runs as.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Host")]
pub(crate) struct Host {
    /// Order tasks as this host does: chromium, firefox, polyfill (Google's scheduler-polyfill) or node
    #[arg(long = "as", value_name = "HOST", value_parser = named(Profile::ALL, Profile::name))]
    pub(crate) profile: Option<Profile>,

    /// Apply this deviation from the standards; docs/profiles.md lists the ids
    #[arg(long, value_name = "ID", hide_possible_values = true, value_parser = named(Quirk::ALL, Quirk::id))]
    pub(crate) with: Vec<Quirk>,

    /// With --as, do not apply this deviation from the standards
    #[arg(long, value_name = "ID", hide_possible_values = true, value_parser = named(Quirk::ALL, Quirk::id))]
    pub(crate) without: Vec<Quirk>,
}

impl Host {
    /// Returns the quirks that the options select.
    pub(crate) fn quirks(&self) -> Quirks {
        let all = self.profile.map(Profile::quirks).unwrap_or_default();
        let all = self.with.iter().fold(all, |all, &quirk| all.with(quirk));
        self.without.iter().fold(all, |all, &quirk| all.without(quirk))
    }

    /// Returns the options as on a command line, each with a space after it.
    pub(crate) fn options(&self) -> String {
        let profile = self.profile.map(|profile| format!("--as {} ", profile.name()));
        let with = self.with.iter().map(|quirk| format!("--with {} ", quirk.id()));
        let without = self.without.iter().map(|quirk| format!("--without {} ", quirk.id()));
        profile.into_iter().chain(with).chain(without).collect()
    }
}
