//! The arguments about the corpus of failing orders.

use std::path::{Path, PathBuf};

use clap::Args;

/// The folder of the corpus, unless another one is named.
const FOLDER: &str = ".posttask";

/// Where failing orders are kept, and what is done with them.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct CorpusOptions {
    /// Keep failing orders in FOLDER (default: .posttask), and run those of earlier explorations first
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true, default_missing_value = FOLDER)]
    corpus: Option<PathBuf>,

    /// Run only the orders in the corpus
    #[arg(long)]
    pub(crate) only_corpus: bool,

    /// Remove orders from the corpus that do not fit the program any more
    #[arg(long)]
    pub(crate) prune_corpus: bool,
}

impl CorpusOptions {
    /// The folder of the corpus, if there is one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        let default = (self.only_corpus || self.prune_corpus).then_some(Path::new(FOLDER));
        self.corpus.as_deref().or(default)
    }
}
