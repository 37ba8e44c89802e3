//! The environment of a test file: whether its tests have a document.

use std::path::Path;

use serde_json::{Map, Value};

use super::patterns::Patterns;
use crate::dom::DomPackage;

/// The environments of Vitest and Jest without a document. What edge runtimes have besides is what the web has.
pub(super) const OF_NODE: [&str; 4] =
    ["node", "jest-environment-node", "edge-runtime", "@edge-runtime/jest-environment"];

/// What a project says about environments.
#[derive(Debug, Default)]
pub(super) struct Environments {
    /// The environment of files for which nothing else is said.
    pub(super) usual: Option<String>,
    /// Patterns of paths, and the environments of the files that they match. The first one counts.
    pub(super) by_pattern: Vec<(Patterns, String)>,
    /// The settings of each package, by its name in `environmentOptions` of Vitest.
    pub(super) settings: Map<String, Value>,
}

/// What a comment at the start of a file says, as for Vitest and Jest.
#[derive(Debug, Default, PartialEq, Eq)]
struct Stated<'t> {
    environment: Option<&'t str>,
    settings: Option<&'t str>,
}

impl Environments {
    /// Returns the package that makes the document of a file, with its settings. `asked` is that of `--dom`.
    ///
    /// # Errors
    ///
    /// A message about a comment that is not valid.
    pub(super) fn document(
        &self,
        path: &Path,
        text: &str,
        asked: Option<DomPackage>,
    ) -> Result<Option<(DomPackage, Value)>, String> {
        let stated = stated(text);
        let package = match stated.environment {
            Some(name) if OF_NODE.contains(&name) => None,
            Some(name) => Some(DomPackage::of_environment(name).ok_or_else(|| unknown(name))?),
            None => asked.or_else(|| DomPackage::of_environment(self.of_path(path)?)),
        };
        let Some(package) = package else { return Ok(None) };
        let mut settings = match self.settings.get(settings_key(package)) {
            Some(Value::Object(settings)) => settings.clone(),
            _ => Map::new(),
        };
        if let Some(json) = stated.settings {
            let more: Map<String, Value> = serde_json::from_str(json)
                .map_err(|error| format!("the options of the environment are not valid JSON: {error}"))?;
            settings.extend(more);
        }
        Ok(Some((package, Value::Object(settings))))
    }

    fn of_path(&self, path: &Path) -> Option<&str> {
        let by_pattern = self.by_pattern.iter().find(|(pattern, _)| pattern.matches(path));
        by_pattern.map(|(_, environment)| environment).or(self.usual.as_ref()).map(String::as_str)
    }
}

fn unknown(name: &str) -> String {
    format!("the environment '{name}' is not known: it can be node, edge-runtime, happy-dom, jsdom or linkedom")
}

/// The name of the settings of a package in `environmentOptions` of Vitest.
const fn settings_key(package: DomPackage) -> &'static str {
    match package {
        DomPackage::HappyDom => "happyDOM",
        DomPackage::Jsdom => "jsdom",
        DomPackage::Linkedom => "linkedom",
    }
}

fn stated(text: &str) -> Stated<'_> {
    let comments = leading_comments(text);
    let after = |name: &str| {
        let names = ["@vitest-", "@jest-"].map(|start| format!("{start}{name}"));
        let mut lines = comments.lines();
        lines.find_map(|line| {
            let end = names.iter().find_map(|name| Some(line.find(name.as_str())? + name.len()))?;
            let rest = &line[end..];
            rest.starts_with(char::is_whitespace).then(|| rest.trim().trim_end_matches("*/").trim_end())
        })
    };
    Stated { environment: after("environment"), settings: after("environment-options") }
}

/// The comments before the code of a file.
fn leading_comments(text: &str) -> &str {
    let mut rest = text;
    loop {
        let start = rest.trim_start_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
        let end = if start.starts_with("//") || start.starts_with("#!") {
            start.find('\n')
        } else if start.starts_with("/*") {
            start.find("*/").map(|end| end + 2)
        } else {
            return &text[..text.len() - start.len()];
        };
        let Some(end) = end else { return text };
        rest = &start[end..];
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::super::patterns::Patterns;
    use super::{Environments, stated};
    use crate::dom::DomPackage;

    #[test]
    fn a_comment_before_the_code_states_an_environment() {
        for (text, environment, settings) in [
            ("// @vitest-environment jsdom\n", Some("jsdom"), None),
            ("#!/usr/bin/env node\n/**\n * @jest-environment happy-dom\n */\nlet a", Some("happy-dom"), None),
            ("/* @vitest-environment jsdom */ let a", Some("jsdom"), None),
            (
                "// @vitest-environment jsdom\n// @vitest-environment-options {\"a\": 1}",
                Some("jsdom"),
                Some("{\"a\": 1}"),
            ),
            ("let a // @vitest-environment jsdom", None, None),
            ("/* open", None, None),
            ("", None, None),
        ] {
            let found = stated(text);
            assert_eq!((found.environment, found.settings), (environment, settings), "{text}");
        }
    }

    #[test]
    fn the_closest_statement_counts() {
        let environments = Environments {
            usual: Some("jsdom".to_owned()),
            by_pattern: vec![(Patterns::new(Path::new("/project"), &["server/**".to_owned()], &[]), "node".to_owned())],
            settings: json!({ "jsdom": { "url": "http://a/" } }).as_object().cloned().unwrap_or_default(),
        };
        let package = |path, text, asked| {
            environments
                .document(&Path::new("/project").join(path), text, asked)
                .map(|found| found.map(|(package, _)| package))
        };
        assert_eq!(package("a.test.js", "", None), Ok(Some(DomPackage::Jsdom)));
        assert_eq!(package("server/a.test.js", "", None), Ok(None));
        assert_eq!(package("a.test.js", "", Some(DomPackage::Linkedom)), Ok(Some(DomPackage::Linkedom)));
        assert_eq!(package("a.test.js", "// @vitest-environment node", Some(DomPackage::Linkedom)), Ok(None));
        assert_eq!(package("a.test.js", "// @vitest-environment edge-runtime", Some(DomPackage::Linkedom)), Ok(None));
        assert!(package("a.test.js", "// @vitest-environment miniflare", None).is_err());
        let text = "// @vitest-environment-options { \"html\": \"<p>\" }";
        let (_, settings) = environments.document(Path::new("a.test.js"), text, None).unwrap().unwrap();
        assert_eq!(settings, json!({ "url": "http://a/", "html": "<p>" }));
    }
}
