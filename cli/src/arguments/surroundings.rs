//! What a program finds around it, whichever command runs it.

use clap::Args;
use posttask::RuntimeBuilder;
use serde_json::{Map, Value};

use crate::dom::{Document, DomPackage};
use crate::network::NetworkOptions;
use crate::page::PageOptions;

/// The network and the page of a program.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Surroundings {
    #[command(flatten)]
    pub(crate) network: NetworkOptions,

    #[command(flatten)]
    pub(crate) page: PageOptions,
}

impl Surroundings {
    /// Gives a program its surroundings. The seed determines latencies.
    pub(crate) fn configure(&self, builder: RuntimeBuilder, is_virtual: bool, seed: Option<u64>) -> RuntimeBuilder {
        self.network.configure(self.page.configure(builder), is_virtual, seed)
    }

    /// Returns the same, with a document that this package makes, or without one.
    pub(crate) fn with_dom(&self, dom: Option<DomPackage>) -> Self {
        Self { page: PageOptions { dom, ..self.page.clone() }, ..self.clone() }
    }

    /// Returns the document that the options ask for.
    pub(crate) fn document(&self, is_for_node: bool) -> Option<Document> {
        let settings = Value::Object(Map::new());
        self.page.dom.map(|package| Document::new(package, settings, self.network.location.as_ref(), is_for_node))
    }

    /// Returns the options as on a command line, each with a space after it.
    pub(crate) fn options(&self) -> String {
        self.network.options() + &self.page.options()
    }
}
