//! [`import.meta.glob`](https://vite.dev/guide/features.html#glob-import) of modules that Vite would compile. Vite
//! replaces the call by imports; here, it is a function, so its arguments need not be literals, and eager modules are
//! loaded when it is called.

use std::path::{Path, PathBuf};

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};
use fast_glob::glob_match;
use posttask::internal::engine::{import_at_once, normalize, parse_text};
use posttask::internal::event_loop::marked;
use walkdir::{DirEntry, WalkDir};

use super::import_meta_env::root_of_module;
use super::relative_path::parts_between;
use super::slashes::with_slashes;
use super::sources::front_end_of;

/// Makes the result of the paths and specifiers: functions that import, or with `load` the modules.
const MAKE: &str = "(entries, name, load) => { \
    const member = module => (name === undefined || name === '*' ? module : module[name]); \
    const found = {}; \
    for (const [path, specifier] of entries) { \
        found[path] = load ? member(load(specifier)) : () => import(specifier).then(member); \
    } \
    return found; }";

/// The module that calls the function, and the folder of its project.
struct Importer {
    module: PathBuf,
    root: PathBuf,
}

/// The options of a call.
#[derive(Default)]
struct Options {
    is_eager: bool,
    /// The name of the export that is wanted, instead of the module.
    import: JsValue,
    query: String,
    /// Whether files in `node_modules`, and those whose names start with a dot, count.
    is_exhaustive: bool,
    base: Option<String>,
}

/// Gives a module that Vite would compile its `import.meta.glob`.
pub(super) fn define_import_meta_glob(module: &Path, import_meta: &JsObject, context: &mut Context) {
    let steps = NativeFunction::from_copy_closure_with_captures(glob, ModulePath(normalize(module)));
    let glob = FunctionObjectBuilder::new(context.realm(), steps).name(js_string!("glob")).length(1).build();
    // This cannot fail: the object is new and ordinary.
    let _ = import_meta.create_data_property(js_string!("glob"), glob, context);
}

/// The absolute path of a module.
#[derive(Clone, Trace, Finalize)]
struct ModulePath(#[unsafe_ignore_trace] PathBuf);

fn glob(_: &JsValue, arguments: &[JsValue], module: &ModulePath, context: &mut Context) -> JsResult<JsValue> {
    let importer = Importer { module: module.0.clone(), root: normalize(&root_of_module(&module.0, context)) };
    let patterns = texts(arguments.get_or_undefined(0), context)?;
    let options = Options::of(arguments.get_or_undefined(1), context)?;
    let files = importer.files(&patterns, &options)?;
    let entries = files.into_iter().map(|(key, path)| {
        let specifier = path.to_string_lossy().into_owned() + &options.query;
        JsArray::from_iter([key, specifier].map(|text| JsString::from(text).into()), context).into()
    });
    let entries: Vec<JsValue> = entries.collect();
    let entries = JsArray::from_iter(entries, context);
    let load = if options.is_eager { loader(module, context).into() } else { JsValue::undefined() };
    let make = parse_text(MAKE, Some(&marked(Path::new("import_meta_glob.js"))), context)?.evaluate(context)?;
    let make = make.as_callable().ok_or_else(|| JsNativeError::typ().with_message("import.meta.glob failed"))?;
    make.call(&JsValue::undefined(), &[entries.into(), options.import, load], context)
}

/// Returns a function that loads a module at once.
fn loader(module: &ModulePath, context: &Context) -> JsObject {
    let load = |_: &JsValue, arguments: &[JsValue], importer: &ModulePath, context: &mut Context| {
        let specifier = arguments.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
        if let Some(path) = specifier.strip_suffix("?raw") {
            let text = front_end_of(context)?.source(Path::new(path));
            let text = text.map_err(|error| JsNativeError::error().with_message(error.to_string()))?;
            let module = JsObject::with_null_proto();
            module.create_data_property_or_throw(js_string!("default"), JsString::from(text), context)?;
            return Ok(module.into());
        }
        import_at_once(&specifier, &importer.0, context).map(JsValue::from)
    };
    let load = NativeFunction::from_copy_closure_with_captures(load, module.clone());
    FunctionObjectBuilder::new(context.realm(), load).build().into()
}

/// A string, or several.
fn texts(value: &JsValue, context: &mut Context) -> JsResult<Vec<String>> {
    let Some(list) = value.as_object().and_then(|list| JsArray::from_object(list).ok()) else {
        return Ok(vec![text(value)?]);
    };
    let length = list.length(context)?;
    (0..length).map(|index| text(&list.get(index, context)?)).collect()
}

fn text(value: &JsValue) -> JsResult<String> {
    let text = value.as_string().map(|text| text.to_std_string_lossy());
    text.ok_or_else(|| JsNativeError::typ().with_message("import.meta.glob: a pattern must be a string").into())
}

impl Options {
    fn of(value: &JsValue, context: &mut Context) -> JsResult<Self> {
        let Some(object) = value.as_object() else { return Ok(Self::default()) };
        let mut get = |name: &str| object.get(JsString::from(name), context);
        let (is_eager, is_exhaustive) = (get("eager")?.to_boolean(), get("exhaustive")?.to_boolean());
        let (import, query, base) = (get("import")?, get("query")?, get("base")?);
        let query = match query.as_object() {
            Some(query) => pairs(&query, context)?,
            None => query.as_string().map(|query| query.to_std_string_lossy()).unwrap_or_default(),
        };
        let query = if query.is_empty() || query.starts_with('?') { query } else { format!("?{query}") };
        let base = base.as_string().map(|base| base.to_std_string_lossy());
        Ok(Self { is_eager, import, query, is_exhaustive, base })
    }
}

/// A query of the properties of an object.
fn pairs(query: &JsObject, context: &mut Context) -> JsResult<String> {
    let mut parts = Vec::new();
    for key in query.own_property_keys(context)? {
        let value = query.get(key.clone(), context)?.to_string(context)?.to_std_string_lossy();
        parts.push(format!("{key}={value}"));
    }
    Ok(parts.join("&"))
}

impl Importer {
    /// The files that patterns match, without the module itself, and their keys.
    fn files(&self, patterns: &[String], options: &Options) -> JsResult<Vec<(String, PathBuf)>> {
        let own = self.module.parent().unwrap_or(Path::new("/"));
        let folder = options.base.as_ref().map_or_else(|| own.to_owned(), |base| self.at(base, own));
        let (excluded, included): (Vec<_>, Vec<_>) = patterns.iter().partition(|pattern| pattern.starts_with('!'));
        let excluded: Vec<PathBuf> = excluded.iter().map(|pattern| self.at(&pattern[1..], &folder)).collect();
        let mut files: Vec<(PathBuf, bool)> = Vec::new();
        for pattern in included {
            if !["/", "./", "../", "**"].iter().any(|start| pattern.starts_with(start)) && options.base.is_none() {
                let message = format!("import.meta.glob: \"{pattern}\" must start with '/', './', '../' or '**'");
                return Err(JsNativeError::error().with_message(message).into());
            }
            let whole = self.at(pattern, &folder);
            let is_excluded = |path: &Path| excluded.iter().any(|pattern| matches(pattern, path));
            let found = files_in(&fixed_part(&whole), options.is_exhaustive);
            let found = found.filter(|path| matches(&whole, path) && !is_excluded(path) && *path != self.module);
            files.extend(found.map(|path| (path, pattern.starts_with('/'))));
        }
        files.sort();
        files.dedup_by(|one, other| one.0 == other.0);
        let key = |path: &Path, is_of_root: bool| {
            if is_of_root {
                format!("/{}", with_slashes(path.strip_prefix(&self.root).unwrap_or(path)))
            } else {
                relative(path, &folder)
            }
        };
        Ok(files.into_iter().map(|(path, is_of_root)| (key(&path, is_of_root), path)).collect())
    }

    /// The path of a pattern, or of another relative path.
    fn at(&self, pattern: &str, folder: &Path) -> PathBuf {
        normalize(&pattern.strip_prefix('/').map_or_else(|| folder.join(pattern), |rest| self.root.join(rest)))
    }
}

fn matches(pattern: &Path, path: &Path) -> bool {
    glob_match(with_slashes(pattern), with_slashes(path))
}

/// The folder of a pattern before its first part that is one.
fn fixed_part(pattern: &Path) -> PathBuf {
    let is_pattern = |part: &Path| with_slashes(part).contains(['*', '?', '[', '{', '(']);
    pattern.iter().take_while(|part| !is_pattern(Path::new(part))).collect()
}

/// The files in a folder, or the file.
fn files_in(folder: &Path, is_exhaustive: bool) -> impl Iterator<Item = PathBuf> + use<> {
    let is_wanted = move |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || is_exhaustive || !(name.starts_with('.') || name == "node_modules")
    };
    let entries = WalkDir::new(folder).follow_links(true).into_iter().filter_entry(is_wanted);
    entries.filter_map(Result::ok).filter(|entry| entry.file_type().is_file()).map(DirEntry::into_path)
}

/// A path relative to a folder, as specifiers have it.
fn relative(path: &Path, folder: &Path) -> String {
    let path = with_slashes(&parts_between(folder, path).collect::<PathBuf>());
    if path.starts_with("../") { path } else { format!("./{path}") }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let root = dunce::canonicalize(folder.path()).unwrap();
        for file in ["src/a.js", "src/b.ts", "src/sub/c.js", "src/.hidden.js", "node_modules/p/d.js", "lib/e.js"] {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), "").unwrap();
        }
        let importer = Importer { module: root.join("src/a.js"), root };
        let keys = |patterns: &[&str], options: &Options| -> String {
            let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
            let files = importer.files(&patterns, options).unwrap();
            files.into_iter().map(|(key, _)| key).collect::<Vec<_>>().join(" ")
        };
        let usual = Options::default();
        for (patterns, expected) in [
            (&["./*.js"][..], ""),
            (&["./**/*.js"], "./sub/c.js"),
            (&["./*.{js,ts}"], "./b.ts"),
            (&["**/*.[jt]s"], "./b.ts ./sub/c.js"),
            (&["/**/*.js"], "/lib/e.js /src/sub/c.js"),
            (&["../lib/*.js", "./b.ts"], "../lib/e.js ./b.ts"),
            (&["/**/*.js", "!**/c.js"], "/lib/e.js"),
            (&["./b.ts", "./*.ts"], "./b.ts"),
            (&["./nothing/*.js"], ""),
        ] {
            assert_eq!(keys(patterns, &usual), expected, "{patterns:?}");
        }
        let exhaustive = Options { is_exhaustive: true, ..Options::default() };
        assert_eq!(keys(&["./*.js"], &exhaustive), "./.hidden.js");
        let based = Options { base: Some("/lib".to_owned()), ..Options::default() };
        assert_eq!(keys(&["./*.js"], &based), "./e.js");
        assert!(importer.files(&["*.js".to_owned()], &usual).is_err());
    }
}
