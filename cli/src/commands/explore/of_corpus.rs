//! The orders in which the program has failed before, which run first.

use posttask::exploration::{Explorer, Report};

use super::recorded::Explored;
use crate::corpus::{self, Corpus, CorpusError, Known};
use crate::terminal::say;

/// The program in the corpus.
pub(super) struct OfCorpus<'a> {
    corpus: Corpus,
    program: &'a Explored<'a>,
    host: String,
    known: Known,
}

impl<'a> OfCorpus<'a> {
    /// Reads what the corpus has about a program. `None` without a corpus.
    ///
    /// # Errors
    ///
    /// Returns an error if the corpus cannot be read.
    pub(super) fn open(program: &'a Explored<'a>, explorer: &Explorer<'_>) -> Result<Option<Self>, CorpusError> {
        let Some(corpus) = Corpus::open(&program.options.corpus)? else { return Ok(None) };
        let mut opened = Self { corpus, program, host: program.options.host.options(), known: Known::default() };
        opened.known = opened.corpus.known(opened.subject(), explorer.blank_report().bounds);
        Ok(Some(opened))
    }

    fn subject(&self) -> corpus::Explored<'_> {
        let &Explored { name: file, front_end, arguments, .. } = self.program;
        corpus::Explored { file, test: None, host: &self.host, arguments, front_end }
    }

    /// Adds the orders to an exploration.
    pub(super) fn add_to<'e>(&self, explorer: Explorer<'e>) -> Explorer<'e> {
        let explorer = explorer.known_orders(self.known.schedules());
        if self.corpus.is_all { explorer.runs(1) } else { explorer }
    }

    /// Keeps the orders that failed, and says which ones do not fit the program any more. Returns whether all orders
    /// fit that should have run, if only they should.
    ///
    /// # Errors
    ///
    /// Returns an error if the corpus cannot be written.
    pub(super) fn update(mut self, report: &Report) -> Result<bool, CorpusError> {
        let known = std::mem::take(&mut self.known);
        if self.corpus.is_all && known.is_empty() {
            say("the corpus has no orders of this program: only the usual order ran");
        }
        let fate = self.corpus.update(self.subject(), known, report);
        if let Some(message) = fate.message("program") {
            say(message);
        }
        self.corpus.write()?;
        Ok(fate.lost == 0 || !self.corpus.is_all)
    }
}
