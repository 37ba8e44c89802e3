//! Names that a project gives to modules: `resolve.alias` of Vite, and `moduleNameMapper` of Jest.

use regress::{Match, Regex};

/// A name of a project for modules.
#[derive(Clone, Debug)]
pub enum Alias {
    /// A specifier, or what it starts with before a slash, is replaced.
    Name {
        /// What is replaced.
        find: String,
        /// What replaces it.
        replacement: String,
    },
    /// A specifier that matches is replaced as a whole.
    Pattern {
        /// What a specifier must match.
        find: Regex,
        /// What replaces it: `$1` and so on stand for what the groups of the pattern match.
        replacement: String,
        /// Whether only the text that matches is replaced, as in Vite, and not the whole specifier, as in Jest.
        keeps_rest: bool,
    },
}

impl Alias {
    fn apply(&self, specifier: &str) -> Option<String> {
        match self {
            Self::Name { find, replacement } => {
                let rest = specifier.strip_prefix(find.as_str())?;
                let is_whole = rest.is_empty() || rest.starts_with('/') || find.ends_with('/');
                is_whole.then(|| format!("{replacement}{rest}"))
            }
            Self::Pattern { find, replacement, keeps_rest } => {
                let found = find.find(specifier)?;
                let replaced = filled(replacement, specifier, &found);
                Some(match keeps_rest {
                    true => format!("{}{replaced}{}", &specifier[..found.start()], &specifier[found.end()..]),
                    false => replaced,
                })
            }
        }
    }
}

/// Returns what stands for a specifier. `None` if it has no alias. The first one that matches counts.
pub(super) fn unaliased(aliases: &[Alias], specifier: &str) -> Option<String> {
    aliases.iter().find_map(|alias| alias.apply(specifier))
}

/// Puts what the groups of a pattern match where the replacement has `$1` to `$9`.
fn filled(replacement: &str, specifier: &str, found: &Match) -> String {
    let mut parts = replacement.split('$');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let group = part.chars().next().and_then(|digit| digit.to_digit(10)).filter(|digit| *digit > 0);
        if let Some(group) = group {
            let range = found.captures.get(group as usize - 1).cloned().flatten();
            text.push_str(range.map_or("", |range| &specifier[range]));
            text.push_str(&part[1..]);
        } else {
            text.push('$');
            text.push_str(part);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use regress::Regex;

    use super::{Alias, unaliased};

    fn pattern(find: &str, replacement: &str, keeps_rest: bool) -> Alias {
        Alias::Pattern { find: Regex::new(find).unwrap(), replacement: replacement.to_owned(), keeps_rest }
    }

    #[test]
    fn a_name_is_replaced_at_the_start_and_before_a_slash() {
        let aliases = [Alias::Name { find: "@".to_owned(), replacement: "/src".to_owned() }];
        assert_eq!(unaliased(&aliases, "@/a.js").as_deref(), Some("/src/a.js"));
        assert_eq!(unaliased(&aliases, "@").as_deref(), Some("/src"));
        assert_eq!(unaliased(&aliases, "@scope/a"), None);
    }

    #[test]
    fn a_pattern_replaces_what_its_groups_name() {
        let aliases = [pattern(r"^~/(.*)\.css$", "/styles/$1.js", false), pattern("^#", "/own$", true)];
        assert_eq!(unaliased(&aliases, "~/a.css").as_deref(), Some("/styles/a.js"));
        assert_eq!(unaliased(&aliases, "#b").as_deref(), Some("/own$b"));
        assert_eq!(unaliased(&aliases, "a"), None);
    }
}
