//! Names for variables whose own name the engine's parser refuses. They look the same, so that errors show what people
//! wrote.

use super::transform::Tree;

/// Letters of other alphabets that look like those that they stand for.
const LETTERS: [(char, char); 8] = [
    ('g', '\u{261}'),
    ('s', '\u{455}'),
    ('i', '\u{456}'),
    ('n', '\u{578}'),
    ('o', '\u{43e}'),
    ('a', '\u{430}'),
    ('c', '\u{441}'),
    ('y', '\u{443}'),
];

/// Returns a name that looks like a word and that the text has nowhere.
pub(super) fn unused_name(word: &str, tree: &Tree<'_>) -> String {
    let look_alikes = LETTERS.iter().filter(|(letter, _)| word.contains(*letter));
    let look_alikes = look_alikes.map(|&(letter, other)| word.replacen(letter, other.encode_utf8(&mut [0; 4]), 1));
    let numbered = (0_usize..).map(|number| format!("{word}_{number}"));
    let text = tree.program.source_text;
    // The scopes know names that the text has with escapes.
    let is_unused =
        |name: &String| !text.contains(name.as_str()) && !tree.scoping.symbol_names().any(|used| used == name);
    look_alikes.chain(numbered).find(is_unused).unwrap_or_default()
}
