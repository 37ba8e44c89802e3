//! `tsconfig.json`: <https://www.typescriptlang.org/tsconfig/>

use std::path::{Path, PathBuf};
use std::sync::Arc;

use oxc_resolver::{ExtendsField, ResolveError, ResolveOptions, TsConfig, TsconfigDiscovery};
use posttask::internal::engine::normalize;

use super::package_files::{Resolver, is_in_package};

const NAME: &str = "tsconfig.json";

/// Finds the `tsconfig.json` of files.
pub(super) struct TsConfigs(Resolver);

impl TsConfigs {
    /// Shares the cache of another resolver.
    pub(super) fn new(resolver: &Resolver) -> Self {
        let options = ResolveOptions { tsconfig: Some(TsconfigDiscovery::Auto), ..ResolveOptions::default() };
        Self(resolver.clone_with_options(options))
    }

    /// Returns the one that includes a file, also if it is only referenced, or else the nearest one. `None` for files
    /// of packages. `uses` is called with the files that this depends on.
    ///
    /// # Errors
    ///
    /// A message if the file is not valid, or extends one that is missing.
    pub(super) fn of(&self, file: &Path, uses: impl Fn(&Path)) -> Result<Option<Arc<TsConfig>>, String> {
        let file = dunce::canonicalize(file).unwrap_or_else(|_| normalize(file));
        let candidates = file.ancestors().skip(1).map(|folder| folder.join(NAME));
        let nearest = candidates.inspect(|candidate| uses(candidate)).find(|candidate| candidate.is_file());
        let Some(nearest) = nearest.filter(|_| !is_in_package(&file)) else { return Ok(None) };
        let found = match self.0.find_tsconfig(&file).map_err(|error| explain(&error, &nearest))? {
            Some(owner) => owner,
            None => self.0.resolve_tsconfig(&nearest).map_err(|error| explain(&error, &nearest))?,
        };
        uses(found.path());
        for path in extended_by(&found) {
            uses(&path);
        }
        Ok(Some(found))
    }
}

/// Returns the files that one extends, as far as they are not packages.
fn extended_by(tsconfig: &TsConfig) -> Vec<PathBuf> {
    let names = match &tsconfig.extends {
        Some(ExtendsField::Single(name)) => std::slice::from_ref(name),
        Some(ExtendsField::Multiple(names)) => names,
        None => &[],
    };
    let paths = names.iter().filter(|name| name.starts_with(['.', '/']));
    paths.map(|name| normalize(&tsconfig.directory().join(name)).with_extension("json")).collect()
}

fn explain(error: &ResolveError, nearest: &Path) -> String {
    match error {
        ResolveError::TsconfigLoadFailed { path, source } => explain(source, path),
        ResolveError::Json(error) => format!("{} is not valid: {}", error.path.display(), error.message),
        ResolveError::TsconfigNotFound(missing) => {
            format!("{} extends {}, which does not exist", nearest.display(), missing.display())
        }
        error => format!("{} cannot be used: {error}", nearest.display()),
    }
}
