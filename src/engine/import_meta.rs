//! The properties of `import.meta`.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::{Context, JsArgs, JsObject, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};
use url::Url;

use super::ModuleSource;
use super::coded_errors::{type_error, with_code};
use super::data_modules::is_data_url;
use super::file_urls::path_of_file_url;

/// Defines the properties for the module at a path: `url` and [`resolve`][resolve] if the module has a URL, and those
/// of Node if it is a file, `filename` and `dirname`. `identity` is what the source knows the module by, if that is
/// more than the path.
///
/// [resolve]: https://html.spec.whatwg.org/multipage/webappapis.html#import-meta-resolve
pub(super) fn define_properties(
    import_meta: &JsObject,
    path: &Path,
    identity: Option<&Path>,
    source: &Rc<dyn ModuleSource>,
    context: &mut Context,
) {
    // A module in a `data:` URL is known by it.
    let data_url = path.to_str().filter(|path| is_data_url(path)).map(str::to_owned);
    let Some(url) = data_url.or_else(|| source.url(identity.unwrap_or(path))) else { return };
    let resolver = Resolver { source: Rc::clone(source), importer: path.to_owned() };
    let resolve = NativeFunction::from_copy_closure_with_captures(
        |_, arguments, resolver: &Resolver, context| {
            let specifier = arguments.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
            match resolver.resolve(&specifier) {
                Ok(url) => Ok(JsString::from(url).into()),
                Err(why) => {
                    let code = resolver.source.error_code(&specifier, Some(&resolver.importer));
                    Err(with_code(type_error(why), code, context))
                }
            }
        },
        resolver,
    );
    let resolve = FunctionObjectBuilder::new(context.realm(), resolve).name(js_string!("resolve")).length(1).build();
    let file = Url::parse(&url).ok().and_then(|url| path_of_file_url(&url));
    let folder = file.as_deref().and_then(Path::parent);
    let text = |path: Option<&Path>| path.map(|path| JsValue::from(JsString::from(path.display().to_string())));
    let properties = [
        (js_string!("dirname"), text(folder)),
        (js_string!("filename"), text(file.as_deref())),
        (js_string!("resolve"), Some(resolve.into())),
        (js_string!("url"), Some(JsString::from(url).into())),
    ];
    for (name, value) in properties {
        if let Some(value) = value {
            // This cannot fail: the object is new and ordinary.
            let _ = import_meta.create_data_property(name, value, context);
        }
    }
}

/// What `import.meta.resolve` of a module needs.
#[derive(Clone, Trace, Finalize)]
struct Resolver {
    #[unsafe_ignore_trace]
    source: Rc<dyn ModuleSource>,
    #[unsafe_ignore_trace]
    importer: PathBuf,
}

impl Resolver {
    /// [Resolves a module specifier](https://html.spec.whatwg.org/multipage/webappapis.html#resolve-a-module-specifier)
    /// to a URL. A specifier that is a URL, or relative to that of the module, need not refer to a file.
    fn resolve(&self, specifier: &str) -> Result<String, String> {
        match self.source.resolve(specifier, Some(&self.importer)) {
            // A module of the host has no other URL than its name.
            Ok(path) => Ok(self.source.url(&path).unwrap_or_else(|| specifier.to_owned())),
            Err(why) => self.parse(specifier).map(String::from).ok_or(why),
        }
    }

    fn parse(&self, specifier: &str) -> Option<Url> {
        let is_relative = ["/", "./", "../"].iter().any(|start| specifier.starts_with(start));
        if !is_relative {
            return Url::parse(specifier).ok();
        }
        Url::parse(&self.source.url(&self.importer)?).ok()?.join(specifier).ok()
    }
}
