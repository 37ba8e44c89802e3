//! The text of a value, which is only indented when it is complete: a text that is indented again at each level of
//! nesting would be copied as often as the levels are deep.

/// The text of a value. If it has one line, it is a [`Self::Text`].
#[derive(Debug)]
pub enum Shown {
    /// One line, or several, such as a stack trace.
    Text(String),
    /// Parts that follow each other.
    Joined(Vec<Self>),
    /// An object with a line for each entry.
    Object {
        /// The text up to the opening bracket.
        open: String,
        /// The contents and the properties.
        entries: Vec<Self>,
        /// The closing bracket.
        close: &'static str,
    },
}

impl From<String> for Shown {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Shown {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl Shown {
    /// Puts a text before this one.
    #[must_use]
    pub fn after(self, start: impl Into<String>) -> Self {
        Self::join([Self::Text(start.into()), self])
    }

    /// Joins parts to one text.
    #[must_use]
    pub fn join(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut joined: Vec<Self> = Vec::new();
        for part in parts {
            match (joined.last_mut(), part) {
                (Some(Self::Text(last)), Self::Text(text)) => last.push_str(&text),
                (_, part) => joined.push(part),
            }
        }
        match joined.pop() {
            Some(only) if joined.is_empty() => only,
            last => {
                joined.extend(last);
                Self::Joined(joined)
            }
        }
    }

    /// The text, if it has one line.
    #[must_use]
    pub fn line(&self) -> Option<&str> {
        match self {
            Self::Text(text) if !text.contains('\n') => Some(text),
            _ => None,
        }
    }

    /// Returns the complete text.
    #[must_use]
    pub fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            other => {
                let mut text = String::new();
                other.write(0, &mut text);
                text
            }
        }
    }

    fn write(&self, indentation: usize, text: &mut String) {
        match self {
            Self::Text(own) => write_text(own, indentation, text),
            Self::Joined(parts) => parts.iter().for_each(|part| part.write(indentation, text)),
            Self::Object { open, entries, close } => {
                write_text(open, indentation, text);
                for (index, entry) in entries.iter().enumerate() {
                    text.push_str(if index == 0 { "\n" } else { ",\n" });
                    text.extend(std::iter::repeat_n(' ', indentation + 2));
                    entry.write(indentation + 2, text);
                }
                text.push('\n');
                text.extend(std::iter::repeat_n(' ', indentation));
                text.push_str(close);
            }
        }
    }
}

/// Writes a text whose first line is indented already.
fn write_text(own: &str, indentation: usize, text: &mut String) {
    for (index, line) in own.split('\n').enumerate() {
        if index > 0 {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indentation));
        }
        text.push_str(line);
    }
}

#[cfg(test)]
mod tests {
    use super::Shown;

    #[test]
    fn lines_are_indented_by_their_depth() {
        let open = || "{".to_owned();
        let inner = Shown::Object { open: open(), entries: vec!["b: 1".into(), "c\nd".into()], close: "}" };
        let outer = Shown::Object { open: open(), entries: vec![inner.after("a: "), "e: 2".into()], close: "}" };
        let text = outer.after("<ref *1> ").into_text();
        assert_eq!(text, "<ref *1> {\n  a: {\n    b: 1,\n    c\n    d\n  },\n  e: 2\n}");
        assert!(matches!(Shown::join(["a".into(), " => ".into(), "b".into()]), Shown::Text(text) if text == "a => b"));
    }
}
