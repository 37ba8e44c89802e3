//! What a program finds around it, whichever command runs it.

use clap::Args;
use posttask::RuntimeBuilder;

use crate::network::NetworkOptions;
use crate::page::PageOptions;

/// The network and the page of a program.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Surroundings {
    #[command(flatten)]
    pub(crate) network: NetworkOptions,

    #[command(flatten)]
    page: PageOptions,
}

impl Surroundings {
    /// Gives a program its surroundings. The seed determines latencies.
    pub(crate) fn configure(&self, builder: RuntimeBuilder, is_virtual: bool, seed: Option<u64>) -> RuntimeBuilder {
        self.network.configure(self.page.configure(builder), is_virtual, seed)
    }

    /// Returns the options as on a command line, each with a space after it.
    pub(crate) fn options(&self) -> String {
        self.network.options() + &self.page.options()
    }
}
