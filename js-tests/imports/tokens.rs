//! The words and marks of a Rust file, without comments, literals and lifetimes.

/// A word, `::`, or any other character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    pub(crate) line: usize,
}

pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (source, 1);
    while let Some(first) = rest.chars().next() {
        let length = length_of_first(rest, first);
        let (text, after) = rest.split_at(length);
        line += text.matches('\n').count();
        rest = after;
        let text = text.trim_start_matches("r#");
        let is_name = text.chars().all(is_word) && !first.is_ascii_digit();
        if is_name || text == "::" || first.is_ascii_punctuation() && length == 1 {
            tokens.push(Token { text, line });
        }
    }
    tokens
}

/// The length of the token, literal, comment or space at the start of `text`, whose first character is `first`.
fn length_of_first(text: &str, first: char) -> usize {
    match first {
        '/' if text.starts_with("//") => text.find('\n').unwrap_or(text.len()),
        '/' if text.starts_with("/*") => length_of_block_comment(text),
        '"' => length_of_string(text, 0),
        'b' | 'c' if text[1..].starts_with('"') => length_of_string(text, 1),
        'b' if text[1..].starts_with('\'') => 1 + length_of_quoted(&text[1..]),
        'b' | 'c' | 'r' => length_of_raw_string(text).unwrap_or_else(|| length_of_word(text)),
        '\'' => length_of_quoted(text),
        ':' if text.starts_with("::") => 2,
        _ if is_word(first) => length_of_word(text),
        _ => first.len_utf8(),
    }
}

fn is_word(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

/// A word, or a keyword that is used as a name: `r#loop`.
fn length_of_word(text: &str) -> usize {
    let rest = text.trim_start_matches("r#");
    text.len() - rest.trim_start_matches(is_word).len()
}

/// Block comments can be nested.
fn length_of_block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        let rest = &text[at..];
        match rest.chars().next() {
            None => return at,
            Some(_) if rest.starts_with("/*") => (depth, at) = (depth + 1, at + 2),
            Some(_) if rest.starts_with("*/") && depth == 1 => return at + 2,
            Some(_) if rest.starts_with("*/") => (depth, at) = (depth - 1, at + 2),
            Some(other) => at += other.len_utf8(),
        }
    }
}

/// A string that has `prefix` letters before its quotation mark.
fn length_of_string(text: &str, prefix: usize) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(prefix + 1) {
        match character {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

fn length_of_raw_string(text: &str) -> Option<usize> {
    let after = text.trim_start_matches(['b', 'c']).strip_prefix('r')?;
    let quoted = after.trim_start_matches('#');
    let end = format!("\"{}", "#".repeat(after.len() - quoted.len()));
    let content = quoted.strip_prefix('"')?;
    let length = content.find(&end).map_or(content.len(), |at| at + end.len());
    Some(text.len() - content.len() + length)
}

/// A character or a lifetime.
fn length_of_quoted(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), Some(_)) => {
            characters.find(|(_, character)| *character == '\'').map_or(text.len(), |(at, _)| at + 1)
        }
        (_, Some((at, '\''))) => at + 1,
        _ => 1 + length_of_word(&text[1..]),
    }
}

#[test]
fn comments_and_literals_have_no_words() {
    let source = r##"/* a /* b */ c */ use x::y; // d
        fn f<'l>(v: &'l str) { g("h\"i", 'j', '\'', '\u{1F600}', b'k', r#"m"n"#, br"o", 0xff, r#loop, r); }"##;
    let words: Vec<&str> = tokens(source)
        .into_iter()
        .map(|token| token.text)
        .filter(|text| is_word(text.chars().next().unwrap()))
        .collect();
    assert_eq!(words.join(" "), "use x y fn f v str g loop r");
    assert_eq!(tokens(source).last().unwrap().line, 2);
}
