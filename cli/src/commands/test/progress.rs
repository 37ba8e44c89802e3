//! The line that shows how far a run is, on a terminal.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

/// The line. Without a terminal, it does nothing.
pub(super) struct ProgressLine(Option<ProgressBar>);

impl ProgressLine {
    pub(super) fn new(files: usize) -> Self {
        let style = ProgressStyle::with_template("{bar:16} {pos}/{len} files  {wide_msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        Self(stderr().is_terminal().then(|| ProgressBar::new(files as u64).with_style(style)))
    }

    /// A file has ended.
    pub(super) fn advance(&self) {
        self.0.iter().for_each(|bar| bar.inc(1));
    }

    /// Shows the test that runs.
    pub(super) fn show(&self, test: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(test.to_owned());
            bar.tick();
        }
    }

    /// Hides the line while `print` prints.
    pub(super) fn suspend(&self, print: impl FnOnce()) {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    pub(super) fn end(&self) {
        self.0.iter().for_each(ProgressBar::finish_and_clear);
    }
}
