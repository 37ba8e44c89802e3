//! Failures that look like one from somewhere else: a message, or lines of a stack, as another machine printed them.

use posttask::exploration::Outcome;

/// What a failure must contain.
#[derive(Clone, Debug)]
pub(crate) struct Like(Vec<String>);

impl Like {
    /// Each line of the text must be in the failure. Numbers and the folders of files do not count: they are others on
    /// another machine, or after an edit. Neither do spaces and line breaks, which reports drop, and whether a value
    /// was undefined or null, which the engine may not know.
    pub(crate) fn new(text: &str) -> Self {
        Self(text.lines().map(essence).filter(|line| !line.is_empty()).collect())
    }

    /// Whether the first error of an outcome is like this. Others may be missing when its order has been shrunk.
    pub(crate) fn matches(&self, outcome: &Outcome) -> bool {
        let Some(error) = outcome.errors.first() else { return false };
        let texts = [vec![error.headline()], error.stack.clone(), error.details()].concat();
        let text: String = texts.iter().flat_map(|text| text.lines()).map(essence).collect();
        self.0.iter().all(|part| text.contains(part))
    }
}

/// A line without spaces, folders and numbers.
fn essence(line: &str) -> String {
    let words = line.split_inclusive([' ', '(', '\t']).map(|word| {
        let name = word.rfind(['/', '\\']).map_or(word, |separator| &word[separator + 1..]);
        name.chars().filter(|c| !c.is_ascii_digit()).collect::<String>()
    });
    let text: String = words.collect::<String>().split_whitespace().collect();
    text.replace("undefinedornull", "undefined").replace("null", "undefined")
}

#[cfg(test)]
mod tests {
    use super::essence;

    #[test]
    fn folders_and_numbers_do_not_count() {
        assert_eq!(essence("    at save (/home/ci/app/store.js:6:28)"), "atsave(store.js::)");
        assert_eq!(essence("    at save (store.js:7:28)"), "atsave(store.js::)");
        assert_eq!(essence("of undefined or null (x)"), essence("of null (x)"));
        assert_eq!(essence("Error: expected 3, got 4"), essence("Error: expected 12, got 5"));
    }
}
