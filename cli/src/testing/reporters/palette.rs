//! The colors of reports.

/// How a report for people is styled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub(crate) colored: bool,
}

impl Palette {
    fn paint(self, code: &str, text: &str) -> String {
        if self.colored && !text.is_empty() { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// Styles what failed.
    pub(crate) fn error(self, text: &str) -> String {
        self.paint("1;31", text)
    }

    /// Styles what passed.
    pub(crate) fn success(self, text: &str) -> String {
        self.paint("1;32", text)
    }

    /// Styles a heading.
    pub(crate) fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Styles what needs attention.
    pub(crate) fn highlighted(self, text: &str) -> String {
        self.paint("1;33", text)
    }

    /// Styles secondary text.
    pub(crate) fn faint(self, text: &str) -> String {
        self.paint("90", text)
    }
}
