//! Modules from memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use boa_engine::{Context, Module};
use url::Url;

use super::{LoadError, ModuleSource, ModuleType};
use crate::Error;
use crate::debug::debug;

/// Modules from memory, by name. A name is anything that an import may say: a bare name such as `config`, a path such
/// as `/lib/a.js`, or a name with a scheme of the embedder, such as `app:main`. Specifiers that start with `./` or
/// `../` are relative to the name of the importing module. With `{ type: 'json' }`, the text is JSON.
///
/// ```
/// use std::rc::Rc;
///
/// use posttask::Runtime;
/// use posttask::engine::{Files, MemoryModules};
///
/// let modules = MemoryModules::new()
///     .module("app:main.js", "import limits from 'limits' with { type: 'json' }; export default limits.tasks")
///     .module("limits", r#"{ "tasks": 3 }"#)
///     .or_else(Rc::new(Files));
/// let mut runtime = Runtime::builder().module_source(Rc::new(modules)).build()?;
/// let exports = runtime.import("app:main.js")?;
/// let tasks = runtime.with_context(|context| exports.get(posttask::boa_engine::JsString::from("default"), context));
/// assert_eq!(tasks.ok().and_then(|tasks| tasks.as_number()), Some(3.0));
/// # Ok::<(), posttask::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct MemoryModules {
    texts: BTreeMap<String, String>,
    others: Option<Rc<dyn ModuleSource>>,
}

debug!(MemoryModules, "names" = |modules| modules.texts.keys().cloned().collect::<Vec<_>>());

impl MemoryModules {
    /// Creates a source without modules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a module, or replaces the one of this name.
    #[must_use]
    pub fn module(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.texts.insert(name.into(), text.into());
        self
    }

    /// Sets the source of all other modules. Without one, importing them is an error.
    #[must_use]
    pub fn or_else(mut self, others: Rc<dyn ModuleSource>) -> Self {
        self.others = Some(others);
        self
    }

    fn text(&self, path: &Path) -> Option<&String> {
        self.texts.get(path.to_str()?)
    }

    fn unknown(&self, name: &str) -> String {
        let names: Vec<&str> = self.texts.keys().map(String::as_str).collect();
        let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        format!("there is no module '{name}'; available modules: {known}")
    }
}

/// Resolves a relative specifier against the name of the importing module.
fn join(importer: &str, specifier: &str) -> String {
    let (scheme, path) = match importer.split_once(':') {
        Some((scheme, path)) => (&importer[..=scheme.len()], path),
        None => ("", importer),
    };
    let mut segments: Vec<&str> = path.split('/').collect();
    segments.pop();
    for segment in specifier.split('/') {
        match segment {
            "." => {}
            ".." => drop(segments.pop()),
            segment => segments.push(segment),
        }
    }
    format!("{scheme}{}", segments.join("/"))
}

impl ModuleSource for MemoryModules {
    fn resolve(&self, specifier: &str, importer: Option<&Path>) -> Result<PathBuf, String> {
        let is_relative = specifier.starts_with("./") || specifier.starts_with("../");
        let name = match importer.and_then(Path::to_str) {
            Some(importer) if is_relative => join(importer, specifier),
            _ => specifier.to_owned(),
        };
        match &self.others {
            _ if self.texts.contains_key(&name) => Ok(name.into()),
            Some(others) => others.resolve(specifier, importer),
            None => Err(self.unknown(&name)),
        }
    }

    fn read(&self, path: &Path) -> Result<String, Error> {
        match (self.text(path), &self.others) {
            (Some(text), _) => Ok(text.clone()),
            (None, Some(others)) => others.read(path),
            (None, None) => {
                let source = std::io::Error::new(std::io::ErrorKind::NotFound, "it is not in memory");
                Err(Error::Unreadable { path: path.to_path_buf(), source })
            }
        }
    }

    fn load(&self, path: &Path, module_type: ModuleType, context: &mut Context) -> Result<Module, LoadError> {
        match (self.text(path), &self.others) {
            (None, Some(others)) => others.load(path, module_type, context),
            _ => super::module_source::load_text(&self.read(path)?, path, module_type, context),
        }
    }

    /// A name that is a URL, such as `app:main`. Other names have no URL.
    fn url(&self, path: &Path) -> Option<String> {
        match (self.text(path), &self.others) {
            (None, Some(others)) => others.url(path),
            _ => Url::parse(path.to_str()?).ok().map(String::from),
        }
    }

    fn main_module(&self, name: &Path) -> PathBuf {
        match &self.others {
            Some(others) if self.text(name).is_none() => others.main_module(name),
            _ => name.to_path_buf(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{MemoryModules, ModuleSource, join};
    use crate::{Error, Runtime};

    #[test]
    fn relative_names_are_resolved_within_their_scheme() {
        let cases = [
            ("app:main.js", "./a.js", "app:a.js"),
            ("app:lib/main.js", "../a.js", "app:a.js"),
            ("/lib/main.js", "./x/../a.js", "/lib/a.js"),
            ("main", "./a", "a"),
            ("app:a", "../../b", "app:b"),
        ];
        for (importer, specifier, expected) in cases {
            assert_eq!(join(importer, specifier), expected, "{importer} {specifier}");
        }
    }

    #[test]
    fn unknown_modules_name_the_known_ones_and_the_import() {
        let modules = MemoryModules::new().module("app:main", "import './other'").module("b", "{");
        assert!(modules.read(Path::new("c")).is_err());
        let mut runtime = Runtime::builder().module_source(std::rc::Rc::new(modules)).build().unwrap();
        let error = |result: Result<_, Error>| result.map(|_| ()).unwrap_err().to_string();
        let expected = "TypeError: there is no module 'app:other'; available modules: app:main, b (app:main:1:8)";
        assert_eq!(error(runtime.import("app:main")), expected);
        assert!(error(runtime.import("b")).starts_with("SyntaxError"));
        assert_eq!(error(runtime.import("c")), "TypeError: there is no module 'c'; available modules: app:main, b");
    }
}
