//! The metadata in the comment `/*---` to `---*/` of a test.

/// What a test says about itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Metadata {
    pub(crate) flags: Vec<String>,
    pub(crate) includes: Vec<String>,
    pub(crate) features: Vec<String>,
    pub(crate) negative: Option<Negative>,
}

/// The error that a test must end with.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Negative {
    /// `parse`, `resolution` or `runtime`.
    pub(crate) phase: String,
    /// The name of the constructor.
    pub(crate) constructor: String,
}

impl Metadata {
    /// Reads the metadata of a test. Only the YAML that tests use is known: lists in brackets or with dashes, and the
    /// two keys of `negative`.
    pub(crate) fn of(text: &str) -> Self {
        let comment = text.split_once("/*---").and_then(|(_, rest)| rest.split_once("---*/"));
        let mut metadata = Self::default();
        let mut section = String::new();
        for line in comment.map_or("", |(comment, _)| comment).split(['\n', '\r']) {
            let is_indented = line.starts_with([' ', '\t', '-']);
            let (key, value) = line.split_once(':').unwrap_or(("", line));
            if is_indented {
                metadata.add(&section, line.trim());
            } else if !key.is_empty() {
                key.clone_into(&mut section);
                metadata.add(&section, value.trim());
            }
        }
        metadata
    }

    fn add(&mut self, section: &str, value: &str) {
        match section {
            "flags" => self.flags.extend(items(value)),
            "includes" => self.includes.extend(items(value)),
            "features" => self.features.extend(items(value)),
            "negative" => {
                let negative = self.negative.get_or_insert_default();
                match value.split_once(':') {
                    Some(("phase", phase)) => phase.trim().clone_into(&mut negative.phase),
                    Some(("type", name)) => name.trim().clone_into(&mut negative.constructor),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    pub(crate) fn has_flag(&self, flag: &str) -> bool {
        self.flags.iter().any(|own| own == flag)
    }
}

/// The items of a list, or of a part of it.
fn items(value: &str) -> impl Iterator<Item = String> + '_ {
    let list = value.trim_start_matches("- ").trim_matches(['[', ']']);
    list.split(',').map(|item| item.trim().to_owned()).filter(|item| !item.is_empty())
}
