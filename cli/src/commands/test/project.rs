//! The project whose tests run: its configuration for Vitest, Jest, Mocha or AVA, as far as it can be read without a
//! bundler.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use boa_engine::js_string;
use posttask::event_loop::Timestamp;
use posttask::html::{ConsoleOutput, ErrorSink, Uncaught};
use posttask::internal::engine::normalize;
use posttask_front_end::{Alias, FrontEnd, Purpose, ViteProject, with_slashes};
use serde::Deserialize;
use serde_json::Value;

use super::environment::{Environments, OF_NODE};
use super::package_mocks::package_mocks;
use super::patterns::Patterns;
use crate::arguments::{GlobalsOption, OtherRunner};
use crate::new_runtime::new_runtime;

/// The names of configurations, in the order in which they are looked for in a folder.
const NAMES: [(&str, OtherRunner); 7] = [
    ("vitest.config", OtherRunner::Vitest),
    (".mocharc", OtherRunner::Mocha),
    ("vite.config", OtherRunner::Vitest),
    ("vitest.workspace", OtherRunner::Vitest),
    ("vitest.projects", OtherRunner::Vitest),
    ("jest.config", OtherRunner::Jest),
    ("ava.config", OtherRunner::Ava),
];

const RUNNERS: [OtherRunner; 4] = [OtherRunner::Vitest, OtherRunner::Jest, OtherRunner::Mocha, OtherRunner::Ava];

/// How long a configuration may take, in virtual time.
const LONGEST: Duration = Duration::from_mins(1);

const EXTENSIONS: [&str; 7] = ["ts", "mts", "cts", "js", "mjs", "cjs", "json"];
const EXTENSIONS_OF_MOCHA: [&str; 7] = ["cjs", "js", "mjs", "yaml", "yml", "jsonc", "json"];

/// What is known about a project. Without a configuration, nothing is set.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Project {
    /// Whether the functions of the runner are global.
    globals: bool,
    setup_files: Vec<String>,
    /// The folders of Jest that may have `__mocks__`.
    roots: Vec<PathBuf>,
    include: Vec<String>,
    exclude: Vec<String>,
    aliases: Vec<RawAlias>,
    conditions: Vec<String>,
    settings: Value,
    /// Values that are global for the program: `define` of Vite, `globals` of Jest.
    constants: serde_json::Map<String, Value>,
    /// Variables of the environment that AVA sets.
    variables: BTreeMap<String, String>,
    environment: Option<String>,
    environment_match_globs: Vec<(String, String)>,
    environment_options: serde_json::Map<String, Value>,
    vite: RawVite,
    /// What was not read, for people.
    notes: Vec<String>,
    /// The name of a project, if a configuration consists of several.
    name: Option<String>,
    /// What its tests need and posttask does not have.
    missing: Option<String>,
    /// Whether Mocha requires a compiler, which makes CommonJS modules.
    compiles_modules: bool,
    /// The projects of a configuration that consists of several.
    projects: Vec<Self>,
    /// Whether its tests run in Node without a runner that posttask knows.
    #[serde(skip)]
    is_tested_in_node: bool,
    #[serde(skip)]
    runner: Option<OtherRunner>,
    root: PathBuf,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawAlias {
    find: String,
    flags: Option<String>,
    replacement: String,
    #[serde(default)]
    keeps_rest: bool,
}

/// What a configuration says about `import.meta.env`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct RawVite {
    folder: Option<PathBuf>,
    mode: Option<String>,
    base: Option<String>,
    prefixes: Vec<String>,
    variables: BTreeMap<String, String>,
}

/// Where a configuration is.
struct Found {
    root: PathBuf,
    runner: OtherRunner,
    /// The file, or nothing if there is only `property`.
    file: Option<PathBuf>,
    /// The property `jest`, `mocha` or `ava` of `package.json`.
    property: Option<Value>,
}

impl Project {
    /// Reads the configuration that is closest to a folder. It may consist of several projects.
    ///
    /// # Errors
    ///
    /// One line that says why a configuration cannot be read, or none of its projects can run.
    pub(super) fn read(folder: &Path, front_end: &Arc<FrontEnd>) -> Result<Vec<Self>, String> {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let Some(found) = find(&folder) else { return Ok(vec![Self::without_configuration(&folder)]) };
        let (found, mut main) = if let Some(outer) = Self::around(&found, front_end) {
            outer
        } else {
            let main = Self::main(&found, front_end)?;
            (found, main)
        };
        let what = found.shown();
        let projects = std::mem::take(&mut main.projects);
        if projects.is_empty() {
            return Ok(vec![main.of(&found, &what)]);
        }
        let projects: Vec<Self> = projects.into_iter().filter_map(|project| project.if_it_can_run(&what)).collect();
        if projects.is_empty() {
            return Err(format!("{what}: no project can run"));
        }
        Ok(projects.into_iter().map(|project| project.of(&found, &what)).collect())
    }

    /// Evaluates a configuration.
    fn main(found: &Found, front_end: &Arc<FrontEnd>) -> Result<Self, String> {
        let cannot = |why: &dyn Display| format!("cannot read {}: {why}", found.shown());
        let json = evaluate(found, front_end).map_err(|why| cannot(&why))?;
        serde_json::from_str(&json).map_err(|error| cannot(&error))
    }

    /// The configuration around another one, if that is the configuration of one of its projects.
    fn around(found: &Found, front_end: &Arc<FrontEnd>) -> Option<(Found, Self)> {
        let folder = found.root.parent().filter(|_| !found.root.join(".git").exists())?;
        let outer = find(folder)?;
        // If it cannot be read, the configuration that was found first is used.
        let main = Self::main(&outer, front_end).ok()?;
        let is_listed = main.projects.iter().any(|project| normalize(&project.root) == found.root);
        is_listed.then_some((outer, main))
    }

    /// Returns one of several projects, unless it needs what is missing, which is said.
    fn if_it_can_run(self, what: &str) -> Option<Self> {
        let Some(missing) = &self.missing else { return Some(self) };
        let name = self.name.as_deref().unwrap_or_default();
        crate::terminal::say(format_args!("{what}: posttask does not run the project '{name}', which needs {missing}"));
        None
    }

    /// Adds where the configuration was found, and says what is not used of it.
    fn of(self, found: &Found, what: &str) -> Self {
        if !self.notes.is_empty() {
            let project = self.name.as_ref().map(|name| format!(", project '{name}'")).unwrap_or_default();
            crate::terminal::say(format_args!("{what}{project}: posttask does not use {}", self.notes.join(", ")));
        }
        let root = if self.root.as_os_str().is_empty() { found.root.clone() } else { normalize(&self.root) };
        Self { runner: Some(found.runner), root, ..self }
    }

    /// The name of a project, if there are several.
    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The folder of the project.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// A project that is only known by what it depends on.
    fn without_configuration(folder: &Path) -> Self {
        let package = folder.ancestors().find(|folder| folder.join("package.json").is_file());
        let Some(root) = package else { return Self::default() };
        let package = read_json(&root.join("package.json"));
        let runner = RUNNERS.into_iter().find(|runner| depends_on(&package, *runner));
        let Some(runner) = runner else {
            return Self { is_tested_in_node: is_tested_in_node(&package), ..Self::default() };
        };
        let include = match runner {
            OtherRunner::Vitest => strings(&["**/*.{test,spec}.?(c|m)[jt]s?(x)"]),
            OtherRunner::Jest => {
                strings(&["**/__tests__/**/*.?(c|m)[jt]s?(x)", "**/?(*.)+(spec|test).?(c|m)[jt]s?(x)"])
            }
            OtherRunner::Mocha | OtherRunner::Ava => Vec::new(),
        };
        let roots = if runner == OtherRunner::Jest { vec![root.to_owned()] } else { Vec::new() };
        // Where the package runs Jest or Mocha itself, its files expect their globals.
        let globals = matches!(runner, OtherRunner::Jest | OtherRunner::Mocha) && runs(&package, runner);
        let conditions = if runner == OtherRunner::Vitest { strings(&["development"]) } else { Vec::new() };
        Self { globals, roots, include, conditions, runner: Some(runner), root: root.to_owned(), ..Self::default() }
    }

    /// The names that the project gives to modules.
    ///
    /// # Errors
    ///
    /// A message about a pattern that is not valid.
    pub(super) fn aliases(&self) -> Result<Vec<Alias>, String> {
        let alias = |raw: &RawAlias| match &raw.flags {
            None => Ok(Alias::Name { find: raw.find.clone(), replacement: raw.replacement.clone() }),
            Some(flags) => {
                let find = regress::Regex::with_flags(&raw.find, flags.as_str());
                let find = find.map_err(|error| format!("invalid alias /{}/: {error}", raw.find))?;
                Ok(Alias::Pattern { find, replacement: raw.replacement.clone(), keeps_rest: raw.keeps_rest })
            }
        };
        self.aliases.iter().map(alias).collect()
    }

    /// What its files are compiled for.
    pub(super) fn purpose(&self) -> Purpose {
        match self.runner {
            Some(OtherRunner::Vitest | OtherRunner::Jest) => Purpose::CompiledTests,
            _ if self.compiles_modules => Purpose::CompiledTests,
            _ => Purpose::Tests,
        }
    }

    /// Whether its tests are for a runner that runs in Node.
    pub(super) fn runs_in_node(&self, asked: Option<GlobalsOption>) -> bool {
        asked.is_some_and(|GlobalsOption(runner)| runner.is_some()) || self.runner.is_some() || self.is_tested_in_node
    }

    /// The conditions under which packages are found. Vitest and Mocha leave that to Node, even for tests of documents.
    /// Jest has those of its configuration then, or else those for browsers. posttask leaves these out: what makes the
    /// document is found in the same way.
    pub(super) fn conditions(&self, has_document: bool) -> Vec<String> {
        let is_in_node = self.runner.is_some() || self.is_tested_in_node;
        let has_document = has_document || self.environment.as_deref().is_some_and(|name| !OF_NODE.contains(&name));
        let more = match self.runner {
            Some(OtherRunner::Jest) if has_document => {
                let given = self.environment_options.get("jsdom").map(|options| &options["customExportConditions"]);
                let given = given.and_then(Value::as_array).into_iter().flatten();
                given.filter_map(Value::as_str).map(str::to_owned).collect()
            }
            _ if is_in_node => strings(&["node"]),
            _ => Vec::new(),
        };
        self.conditions.iter().cloned().chain(more).collect()
    }

    /// The project whose `import.meta.env` modules have, if its tests are for Vitest.
    pub(super) fn vite(&self) -> Option<ViteProject> {
        let RawVite { folder, mode, base, prefixes, variables } = &self.vite;
        let is_vitest = self.runner == Some(OtherRunner::Vitest);
        is_vitest.then(|| {
            let usual = ViteProject::new(&self.root, "test");
            ViteProject {
                folder: folder.as_ref().map_or(usual.folder, |folder| self.root.join(folder)),
                mode: mode.clone().unwrap_or(usual.mode),
                base: base.clone().unwrap_or(usual.base),
                prefixes: if prefixes.is_empty() { usual.prefixes } else { prefixes.clone() },
                of_tests: Some(variables.clone().into_iter().collect()),
            }
        })
    }

    /// Which files are tests. `None` if the usual names are those of tests.
    pub(super) fn patterns(&self) -> Option<Patterns> {
        (!self.include.is_empty()).then(|| Patterns::new(&self.root, &self.include, &self.exclude))
    }

    /// The settings for the modules in JavaScript, as JSON.
    pub(super) fn settings(&self, updates: bool, knows_leftovers: bool) -> String {
        let mut settings = match &self.settings {
            Value::Object(settings) => settings.clone(),
            _ => serde_json::Map::new(),
        };
        settings.insert("root".to_owned(), self.root.to_string_lossy().into());
        settings.insert("knowsLeftovers".to_owned(), knows_leftovers.into());
        let update = match std::env::var_os("CI") {
            _ if updates => "all",
            Some(_) => "none",
            None => "new",
        };
        settings.insert("update".to_owned(), update.into());
        settings.insert("packageMocks".to_owned(), package_mocks(&self.roots).into());
        Value::Object(settings).to_string()
    }

    /// What the project says about the environments of its tests.
    pub(super) fn environments(&self) -> Environments {
        let patterns = |pattern: &String| Patterns::new(&self.root, std::slice::from_ref(pattern), &[]);
        let by_pattern = self.environment_match_globs.iter().map(|(glob, name)| (patterns(glob), name.clone()));
        Environments {
            usual: self.environment.clone(),
            by_pattern: by_pattern.collect(),
            settings: self.environment_options.clone(),
        }
    }

    /// The program that runs before a test file: it makes functions and constants global, and runs setup files. `None`
    /// if there is nothing to do.
    ///
    /// # Errors
    ///
    /// A message if nothing says which functions are to be global.
    pub(super) fn prelude(&self, asked: Option<GlobalsOption>) -> Result<Option<String>, String> {
        let globals = match asked {
            Some(GlobalsOption(Some(runner))) => Some(runner),
            Some(GlobalsOption(None)) => Some(self.runner.filter(|&runner| runner != OtherRunner::Ava).ok_or(WHICH)?),
            None => self.runner.filter(|_| self.globals),
        };
        if globals.is_none() && self.setup_files.is_empty() && self.constants.is_empty() && self.variables.is_empty() {
            return Ok(None);
        }
        let variables = (!self.variables.is_empty()).then(|| {
            let variables = Value::from_iter(self.variables.clone());
            format!("Object.assign((await import('node:process')).env, {variables});")
        });
        let constants = Value::from(self.constants.clone());
        let constants = (!self.constants.is_empty()).then(|| format!("Object.assign(globalThis, {constants});"));
        let install = globals.map(|runner| {
            format!("import {{ install }} from 'posttask:globals'; await install('{}');", runner.as_str())
        });
        // A file that Mocha requires may have root hooks.
        let (import, load) = match self.runner {
            Some(OtherRunner::Mocha) => (Some("import { load } from 'posttask:mocha';".to_owned()), "load"),
            _ => (None, "import"),
        };
        let setup = self.setup_files.iter().map(|file| format!("await {load}({});", Value::from(file.as_str())));
        // The test file cannot wait for the asynchronous factories of their mocks.
        let settle = (!self.setup_files.is_empty()).then(|| "await globalThis.__posttask?.settleMocks?.();".to_owned());
        let text: Vec<String> =
            import.into_iter().chain(variables).chain(constants).chain(install).chain(setup).chain(settle).collect();
        Ok(Some(text.join("\n")))
    }
}

const WHICH: &str = "--globals needs a runner, because package.json names none: --globals=vitest, jest or mocha";

fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|&item| item.to_owned()).collect()
}

fn read_json(path: &Path) -> Value {
    std::fs::read(path).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
}

/// The commands that run a runner: its own, and those of packages that bring and configure it.
const fn commands(runner: OtherRunner) -> &'static [&'static str] {
    match runner {
        OtherRunner::Vitest => &["vitest"],
        OtherRunner::Jest => &["jest", "kcd-scripts", "react-scripts"],
        OtherRunner::Mocha => &["mocha"],
        OtherRunner::Ava => &["ava"],
    }
}

fn depends_on(package: &Value, runner: OtherRunner) -> bool {
    let has = |list: &Value| commands(runner).iter().any(|&name| list[name].is_string());
    ["devDependencies", "dependencies"].iter().any(|&list| has(&package[list]))
}

/// Whether a script of a package calls a runner.
fn runs(package: &Value, runner: OtherRunner) -> bool {
    calls(package, commands(runner))
}

/// Whether a script of a package calls one of these commands.
fn calls(package: &Value, commands: &[&str]) -> bool {
    let calls = |script: &Value| {
        let mut words = script.as_str().unwrap_or_default().split_whitespace();
        words.any(|word| commands.contains(&word))
    };
    package["scripts"].as_object().is_some_and(|scripts| scripts.values().any(calls))
}

/// Whether the scripts of a package run its tests in Node: a file for `node:test` may also be for posttask alone.
fn is_tested_in_node(package: &Value) -> bool {
    calls(package, &["node", "c8", "bnt", "borp", "tsx", "uvu", "tape", "ava"]) && !calls(package, &["posttask"])
}

/// Whether a package has gone from a runner to another one, and what configured the first one is still there. Vite has
/// the configuration of Vitest for other purposes, too.
fn has_left(package: &Value, runner: OtherRunner) -> bool {
    let is_used = depends_on(package, runner) || runs(package, runner);
    !is_used && RUNNERS.into_iter().any(|other| depends_on(package, other))
}

/// Finds the configuration in a folder or the closest one around it, up to that of a repository.
fn find(folder: &Path) -> Option<Found> {
    for root in folder.ancestors() {
        let package = read_json(&root.join("package.json"));
        let is_used = |runner: OtherRunner| !has_left(&package, runner);
        let property = |runner: OtherRunner| package.get(runner.as_str()).filter(|value| value.is_object()).cloned();
        for (name, runner) in NAMES.into_iter().filter(|(_, runner)| is_used(*runner)) {
            let extensions = if runner == OtherRunner::Mocha { EXTENSIONS_OF_MOCHA } else { EXTENSIONS };
            let candidates = extensions.iter().map(|extension| root.join(format!("{name}.{extension}")));
            if let Some(file) = candidates.into_iter().find(|path| path.is_file()) {
                // Mocha reads both.
                let property = property(runner).filter(|_| runner == OtherRunner::Mocha);
                return Some(Found { root: root.to_owned(), runner, file: Some(file), property });
            }
        }
        // A package that only depends on AVA has its usual configuration.
        let usual = |runner| {
            let has_only_ava =
                || RUNNERS.into_iter().find(|runner| depends_on(&package, *runner)) == Some(OtherRunner::Ava);
            (runner == OtherRunner::Ava && has_only_ava()).then(|| Value::Object(serde_json::Map::new()))
        };
        for runner in
            [OtherRunner::Jest, OtherRunner::Mocha, OtherRunner::Ava].into_iter().filter(|runner| is_used(*runner))
        {
            if let Some(property) = property(runner).or_else(|| usual(runner)) {
                return Some(Found { root: root.to_owned(), runner, file: None, property: Some(property) });
            }
        }
        if root.join(".git").exists() {
            return None;
        }
    }
    None
}

impl Found {
    /// The path of the file, from the current folder.
    fn shown(&self) -> String {
        let file = self.file.clone().unwrap_or_else(|| self.root.join("package.json"));
        let here = std::env::current_dir().unwrap_or_default();
        with_slashes(file.strip_prefix(here).unwrap_or(&file))
    }
}

/// What a configuration prints and throws.
#[derive(Default)]
struct Output(RefCell<Vec<String>>);

impl ConsoleOutput for Output {
    fn out(&self, _: &str) {}

    fn err(&self, _: &str) {}
}

impl ErrorSink for Output {
    fn uncaught(&self, uncaught: &Uncaught) {
        self.0.borrow_mut().push(uncaught.headline());
    }
}

/// Runs a configuration, and returns what [`Project`] needs of it as JSON.
///
/// # Errors
///
/// The error that the configuration throws.
fn evaluate(found: &Found, front_end: &Arc<FrontEnd>) -> Result<String, String> {
    let output = Rc::new(Output::default());
    let builder = new_runtime(front_end).virtual_time();
    let builder = builder.console(Rc::clone(&output) as _).error_sink(Rc::clone(&output) as _);
    let mut runtime = builder.build().map_err(|error| error.to_string())?;
    let quoted = |text: &str| Value::from(text).to_string();
    let path = found.file.as_ref().map_or("undefined".to_owned(), |path| quoted(&with_slashes(path)));
    let property = found.property.as_ref().map_or("undefined".to_owned(), Value::to_string);
    let text = format!(
        "import {{ read }} from 'posttask:config';
         globalThis.posttaskProject = await read({}, {}, {path}, {property});",
        quoted(found.runner.as_str()),
        quoted(&with_slashes(&found.root)),
    );
    let program = front_end.program(&text, &found.root.join("posttask.config.mjs"), &mut runtime);
    runtime.start_program(program);
    // A configuration may leave an interval behind.
    runtime.run_until(Timestamp::since_origin(LONGEST));
    let read = runtime.with_context(|context| {
        let read = context.global_object().get(js_string!("posttaskProject"), context).ok()?;
        read.as_string().map(|json| json.to_std_string_lossy())
    });
    let errors = output.0.borrow().join("; ");
    read.ok_or(if errors.is_empty() { "it does not finish".to_owned() } else { errors })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::{Value, json};

    use super::{Project, find};
    use crate::arguments::OtherRunner;

    /// A folder with files that are empty, and with a `package.json`.
    fn project(package: &Value, files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        fs::write(folder.path().join("package.json"), package.to_string()).unwrap();
        for file in files {
            fs::write(folder.path().join(file), "").unwrap();
        }
        folder
    }

    #[test]
    fn configurations_of_runners_that_a_package_has_left_are_not_used() {
        let on = |name: &str| json!({ "devDependencies": { name: "*" } });
        let runs = |on: &str, script: &str| json!({ "devDependencies": { on: "*" }, "scripts": { "unit": script } });
        for (package, files, expected) in [
            (on("jest"), &[".mocharc.js", "jest.config.js"][..], Some("jest.config.js")),
            (on("jest"), &["vite.config.ts", "jest.config.js"], Some("jest.config.js")),
            (on("vitest"), &["vite.config.ts", "jest.config.js"], Some("vite.config.ts")),
            (on("mocha"), &["vite.config.ts", ".mocharc.yml"], Some(".mocharc.yml")),
            (runs("vitest", "nyc mocha test"), &[".mocharc.json"], Some(".mocharc.json")),
            (on("vitest"), &[".mocharc.json"], None),
            // A monorepo may have the runner elsewhere.
            (json!({}), &[".mocharc.json"], Some(".mocharc.json")),
        ] {
            let folder = project(&package, files);
            let found = find(folder.path()).and_then(|found| found.file);
            let name = found.as_ref().and_then(|file| file.file_name()).and_then(|name| name.to_str());
            assert_eq!(name, expected, "{package}, {files:?}");
        }
    }

    #[test]
    fn mocha_has_a_file_and_a_property() {
        for (runner, package) in [
            (OtherRunner::Mocha, json!({ "devDependencies": { "mocha": "*" }, "mocha": { "timeout": 5 } })),
            (OtherRunner::Jest, json!({ "devDependencies": { "jest": "*" }, "jest": { "timeout": 5 } })),
        ] {
            let name = if runner == OtherRunner::Mocha { ".mocharc.json" } else { "jest.config.js" };
            let folder = project(&package, &[name]);
            let found = find(folder.path()).unwrap();
            assert_eq!((found.runner, found.file.is_some()), (runner, true));
            assert_eq!(found.property.is_some(), runner == OtherRunner::Mocha);
        }
    }

    #[test]
    fn packages_without_a_runner_are_for_node_if_their_scripts_run_it() {
        for (script, expected) in [("c8 node --test", true), ("posttask test && node --test", false), ("lint", false)] {
            let package = json!({ "scripts": { "test": script } });
            let project = Project::without_configuration(project(&package, &[]).path());
            assert_eq!(project.conditions(false) == ["node"], expected, "{script}");
            assert_eq!(project.runs_in_node(None), expected, "{script}");
        }
    }

    #[test]
    fn jest_has_conditions_of_its_own_for_documents() {
        let of = |runner, options: &Value| {
            let environment_options = options.as_object().unwrap().clone();
            Project { runner: Some(runner), environment_options, ..Project::default() }
        };
        let given = json!({ "jsdom": { "customExportConditions": ["worker"] } });
        for (project, in_node, with_document) in [
            (of(OtherRunner::Vitest, &json!({})), &["node"][..], &["node"][..]),
            (of(OtherRunner::Jest, &json!({})), &["node"], &[]),
            (of(OtherRunner::Jest, &given), &["node"], &["worker"]),
        ] {
            assert_eq!(project.conditions(false), in_node);
            assert_eq!(project.conditions(true), with_document);
        }
    }

    #[test]
    fn packages_that_run_jest_or_mocha_have_their_globals() {
        for (runner, script, expected) in [
            ("mocha", "nyc mocha", true),
            ("mocha", "node --test", false),
            ("vitest", "vitest run", false),
            ("kcd-scripts", "kcd-scripts test", true),
        ] {
            let package = json!({ "devDependencies": { runner: "*" }, "scripts": { "test": script } });
            let project = Project::without_configuration(project(&package, &[]).path());
            assert_eq!(project.globals, expected, "{package}");
        }
    }
}
