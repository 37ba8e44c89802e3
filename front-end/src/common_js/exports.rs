//! A CommonJS module as an ES module.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boa_engine::module::SyntheticModuleInitializer;
use boa_engine::{Context, JsString, JsValue, Module};
use indexmap::IndexSet;
use posttask::internal::engine::a_synthetic_module_fails;

use super::require::load_imported;
use crate::FrontEnd;
use crate::compile::Compiled;
use crate::module_format::{Format, Role};
use crate::packages::Request;
use crate::source_file::SourceFile;

/// The exports whose value is `module.exports`, as in Node.
const RESERVED: [&str; 2] = ["default", "module.exports"];

/// Returns an ES module that runs a CommonJS module when it is evaluated. Its default export is `module.exports`, and
/// its other exports are the properties that the text assigns to it. `path` is the name of the module in errors.
pub(crate) fn as_es_module(
    front_end: &Arc<FrontEnd>,
    file: &SourceFile,
    path: &Path,
    compiled: &Compiled,
    context: &mut Context,
) -> Module {
    let all: Vec<JsString> =
        exports_of(front_end, file, compiled).iter().map(|name| JsString::from(name.as_str())).collect();
    let named = all[RESERVED.len()..].to_vec();
    let captures = (JsString::from(path.to_string_lossy().as_ref()), named);
    let front_end = Arc::clone(front_end);
    super::require::set_up(&front_end, context);
    let run = SyntheticModuleInitializer::from_copy_closure_with_captures(
        |module, (path, names): &(JsString, Vec<JsString>), context| {
            let loaded = load_imported(Path::new(&path.to_std_string_lossy()), context);
            let exports = loaded.inspect_err(|_| a_synthetic_module_fails(context))?;
            for name in names {
                module.set_export(name, property(&exports, name, context))?;
            }
            RESERVED.iter().try_for_each(|&name| module.set_export(&name.into(), exports.clone()))
        },
        captures,
    );
    Module::synthetic(&all, run, Some(path.to_owned()), None, context)
}

/// Returns an own property of `module.exports`. `undefined` if there is none, or its getter throws.
fn property(exports: &JsValue, name: &JsString, context: &mut Context) -> JsValue {
    let Some(exports) = exports.as_object() else { return JsValue::undefined() };
    let is_own = exports.has_own_property(name.clone(), context).unwrap_or(false);
    if is_own { exports.get(name.clone(), context).unwrap_or_default() } else { JsValue::undefined() }
}

/// Returns the names that a CommonJS module exports, with those of the modules whose exports it copies. The
/// [reserved](RESERVED) ones are first.
pub(crate) fn exports_of<'f>(front_end: &FrontEnd, file: &'f SourceFile, compiled: &Compiled) -> &'f IndexSet<String> {
    file.common_js_exports(|| {
        let mut names = Names { front_end, found: IndexSet::new(), seen: vec![file.path().to_owned()] };
        names.collect(file, compiled);
        let found = names.found.into_iter().filter(|name| !RESERVED.contains(&name.as_str()));
        RESERVED.map(str::to_owned).into_iter().chain(found).collect()
    })
}

struct Names<'f> {
    front_end: &'f FrontEnd,
    found: IndexSet<String>,
    /// Modules may copy the exports of each other.
    seen: Vec<PathBuf>,
}

impl Names<'_> {
    fn collect(&mut self, file: &SourceFile, compiled: &Compiled) {
        self.found.extend(compiled.exports.names.iter().cloned());
        for specifier in &compiled.exports.reexports {
            let found = self.front_end.resolve(specifier, file.path(), Request::Require);
            let Some(path) = found.ok().filter(|path| !self.seen.contains(path)) else { continue };
            self.seen.push(path.clone());
            // An error in the module is reported when it is required.
            let Ok(file) = self.front_end.file(&path) else { continue };
            let Ok(compiled) = &file.compiled else { continue };
            if file.format(compiled, Role::Required) == Format::CommonJs {
                self.collect(&file, compiled);
            }
        }
    }
}
