//! Variables in the values of others: `$NAME`, `${NAME}` and `${NAME:-default}`.

use std::cell::Cell;

/// The number of variables in a value that are replaced: each may contain several others, and so on.
const MOST_VARIABLES: usize = 10_000;

/// Replaces the variables in a value by what `find` returns. A variable without a value is empty, and so is one whose
/// value refers to itself, or that comes after very many others.
pub(super) fn expand(value: &str, find: &dyn Fn(&str) -> Option<String>) -> String {
    expand_within(value, &Find { find, left: Cell::new(MOST_VARIABLES) }, &mut Vec::new())
}

/// Finds variables.
struct Find<'f> {
    find: &'f dyn Fn(&str) -> Option<String>,
    /// The number of variables that may still be found.
    left: Cell<usize>,
}

impl Find<'_> {
    fn value(&self, name: &str) -> Option<String> {
        self.left.set(self.left.get().checked_sub(1)?);
        (self.find)(name)
    }
}

fn expand_within(value: &str, find: &Find<'_>, open: &mut Vec<String>) -> String {
    let mut expanded = String::new();
    let mut rest = value;
    while let Some(at) = rest.find('$') {
        let (before, from) = rest.split_at(at);
        if let Some(before) = before.strip_suffix('\\') {
            expanded.push_str(before);
            expanded.push('$');
            rest = &from[1..];
            continue;
        }
        expanded.push_str(before);
        let Some((name, default, after)) = variable_at(from) else {
            expanded.push('$');
            rest = &from[1..];
            continue;
        };
        let found = find.value(name).filter(|found| !found.is_empty() || default.is_none());
        if let Some(found) = found.filter(|_| !open.iter().any(|open| open == name)) {
            open.push(name.to_owned());
            expanded.push_str(&expand_within(&found, find, open));
            open.pop();
        } else if let Some(default) = default {
            expanded.push_str(&expand_within(default, find, open));
        }
        rest = after;
    }
    expanded + rest
}

/// Returns the name and the default of the variable at a dollar sign, and what follows it.
fn variable_at(text: &str) -> Option<(&str, Option<&str>, &str)> {
    let is_of_a_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let in_braces = text.strip_prefix("${");
    let start = in_braces.unwrap_or(&text[1..]);
    let end = start.find(|character| !is_of_a_name(character)).unwrap_or(start.len());
    let (name, after) = start.split_at(end);
    if name.is_empty() {
        return None;
    }
    if in_braces.is_none() {
        return Some((name, None, after));
    }
    if let Some(after) = after.strip_prefix('}') {
        return Some((name, None, after));
    }
    let default = after.strip_prefix(":-").or_else(|| after.strip_prefix('-'))?;
    let end = default.find('}')?;
    Some((name, Some(&default[..end]), &default[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::expand;

    #[test]
    fn variables_are_replaced() {
        let find = |name: &str| match name {
            "A" => Some("one".to_owned()),
            "B" => Some("$A-${A}".to_owned()),
            "LOOP" => Some("x$LOOP".to_owned()),
            "EMPTY" => Some(String::new()),
            _ => None,
        };
        for (value, expected) in [
            ("pre$A/post", "preone/post"),
            ("${B}!", "one-one!"),
            ("\\$A", "$A"),
            ("$NONE.x", ".x"),
            ("${NONE:-$A}", "one"),
            ("${EMPTY:-d}${EMPTY}", "d"),
            ("$LOOP", "x"),
            ("$ 5$", "$ 5$"),
            ("${A", "${A"),
            ("é$Aé", "éoneé"),
        ] {
            assert_eq!(expand(value, &find), expected, "{value}");
        }
    }

    #[test]
    fn values_that_grow_without_end_are_cut_off() {
        let find = |name: &str| {
            let number: u32 = name[1..].parse().ok()?;
            Some(if number == 0 { "x".to_owned() } else { format!("$A{}", number - 1).repeat(10) })
        };
        assert!(expand("$A30", &find).len() <= super::MOST_VARIABLES);
    }
}
