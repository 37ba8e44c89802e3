//! Projects that Vite builds: where they are, and the variables of their `.env` files.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::dotenv::parse;
use super::expansion::expand;
use crate::bounded_file::{LARGEST_SOURCE, read_ordinary};
use crate::package_files::is_in_package;

/// What a project says about [`import.meta.env`](https://vite.dev/guide/env-and-mode).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ViteProject {
    /// The folder of the `.env` files.
    pub folder: PathBuf,
    /// `import.meta.env.MODE`, which also selects files.
    pub mode: String,
    /// `import.meta.env.BASE_URL`.
    pub base: String,
    /// The starts of the names of the variables that programs get.
    pub prefixes: Vec<String>,
    /// More variables, and whether programs get all variables of the process.
    pub of_tests: Option<Vec<(String, String)>>,
}

impl ViteProject {
    /// Returns a project without a configuration.
    #[must_use]
    pub fn new(folder: &Path, mode: &str) -> Self {
        Self {
            folder: folder.to_owned(),
            mode: mode.to_owned(),
            base: "/".to_owned(),
            prefixes: vec!["VITE_".to_owned()],
            of_tests: None,
        }
    }

    /// The files of the project, each with precedence over those before it. `mode` selects some of them.
    fn files(&self) -> [PathBuf; 4] {
        let mode = &self.mode;
        [".env".to_owned(), ".env.local".to_owned(), format!(".env.{mode}"), format!(".env.{mode}.local")]
            .map(|name| self.folder.join(name))
    }

    /// Returns the variables with the prefixes, in the order in which they are written. Those of the process have
    /// precedence. `may_read` is asked before each file is read.
    ///
    /// # Errors
    ///
    /// Returns a message if a file exists and cannot be read, for example because it is too large.
    pub fn variables(&self, may_read: &dyn Fn(&Path) -> bool) -> Result<Vec<(String, String)>, String> {
        let mut parsed: Vec<(String, String)> = Vec::new();
        for path in self.files().iter().filter(|path| may_read(path) && path.is_file()) {
            let failed = |error| format!("cannot read {}: {error}", path.display());
            let bytes = read_ordinary(path, LARGEST_SOURCE).map_err(failed)?;
            for (name, value) in parse(&String::from_utf8_lossy(&bytes)) {
                match parsed.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, known)) => *known = value,
                    None => parsed.push((name, value)),
                }
            }
        }
        let of_process = |name: &str| std::env::var(name).ok();
        let find = |name: &str| {
            of_process(name).or_else(|| parsed.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()))
        };
        let has_prefix = |name: &str| self.prefixes.iter().any(|prefix| name.starts_with(prefix.as_str()));
        let mut variables: Vec<(String, String)> = parsed
            .iter()
            .filter(|(name, _)| has_prefix(name))
            .map(|(name, value)| (name.clone(), of_process(name).unwrap_or_else(|| expand(value, &find))))
            .collect();
        let is_all = self.of_tests.is_some();
        let others = std::env::vars().filter(|(name, _)| is_all || has_prefix(name));
        let others: Vec<_> = others.filter(|(name, _)| !variables.iter().any(|(known, _)| known == name)).collect();
        variables.extend(others);
        variables.extend(self.of_tests.iter().flatten().cloned());
        Ok(variables)
    }
}

/// Returns the folder of the project that a module belongs to, if Vite would compile it: the closest one with a
/// configuration for Vite or Vitest, or with a `package.json` that depends on one. `None` for installed packages.
pub(crate) fn folder_of_project(module: &Path) -> Option<&Path> {
    if is_in_package(module) {
        return None;
    }
    for folder in module.ancestors().skip(1) {
        if has_configuration(folder) || depends_on_vite(&folder.join("package.json")) {
            return Some(folder);
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

fn has_configuration(folder: &Path) -> bool {
    let extensions = ["js", "mjs", "ts", "cjs", "mts", "cts"];
    let names = ["vite.config", "vitest.config"];
    names.iter().any(|name| extensions.iter().any(|extension| folder.join(format!("{name}.{extension}")).is_file()))
}

fn depends_on_vite(package: &Path) -> bool {
    let Ok(text) = read_ordinary(package, LARGEST_SOURCE) else { return false };
    let package: Value = serde_json::from_slice(&text).unwrap_or_default();
    let lists = ["dependencies", "devDependencies"];
    lists.iter().any(|list| ["vite", "vitest"].iter().any(|name| package[*list][*name].is_string()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{LARGEST_SOURCE, ViteProject, folder_of_project};

    #[test]
    fn later_files_have_precedence() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            (".env", "VITE_A=a\nVITE_B=b-$OTHER\nOTHER=o\nMY_C=c"),
            (".env.local", "VITE_A=local"),
            (".env.test", "VITE_T=t"),
            (".env.production", "VITE_A=production"),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let mut project = ViteProject::new(folder.path(), "test");
        let variables = |project: &ViteProject| {
            project
                .variables(&|path| !path.ends_with(".env.local"))
                .unwrap()
                .into_iter()
                .map(|(a, b)| format!("{a}={b}"))
                .collect()
        };
        let found: Vec<String> = variables(&project);
        assert_eq!(found, ["VITE_A=a", "VITE_B=b-o", "VITE_T=t"]);
        project.prefixes = vec!["MY_".to_owned()];
        let found: Vec<String> = variables(&project);
        assert_eq!(found, ["MY_C=c"]);
        assert_eq!(project.variables(&|_| true).unwrap().len(), 1);
    }

    #[test]
    fn a_file_that_is_too_large_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".env.test")).unwrap();
        let project = ViteProject::new(folder.path(), "test");
        assert!(project.variables(&|_| true).is_ok());
        let path = folder.path().join(".env.local");
        fs::File::create(&path).unwrap().set_len(LARGEST_SOURCE + 1).unwrap();
        let expected = format!("cannot read {}: it is larger than 64 MiB", path.display());
        assert_eq!(project.variables(&|_| true).unwrap_err(), expected);
    }

    #[test]
    fn a_project_has_a_configuration_or_a_dependency() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        fs::create_dir_all(root.join(".git")).unwrap();
        for (file, text) in [
            ("configured/vite.config.ts", ""),
            ("dependent/package.json", r#"{ "devDependencies": { "vitest": "^4" } }"#),
            ("other/package.json", r#"{ "devDependencies": { "jest": "^29" } }"#),
        ] {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), text).unwrap();
        }
        for (module, expected) in [
            ("configured/src/a.ts", Some("configured")),
            ("dependent/a.ts", Some("dependent")),
            ("dependent/node_modules/b/a.js", None),
            ("other/a.ts", None),
        ] {
            assert_eq!(folder_of_project(&root.join(module)), expected.map(|it| root.join(it)).as_deref(), "{module}");
        }
    }
}
