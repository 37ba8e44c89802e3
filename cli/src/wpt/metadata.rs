//! The `// META:` comments at the start of a test.

use serde::{Deserialize, Serialize};

/// The kind of global object that a test runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Global {
    /// A window without a document.
    Window,
    /// The global object of a dedicated worker, which a window without a document has created.
    DedicatedWorker,
}

impl Global {
    /// Returns the name in `// META: global=` and on the command line.
    #[must_use]
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::DedicatedWorker => "dedicatedworker",
        }
    }
}

impl std::str::FromStr for Global {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "window" => Ok(Self::Window),
            "dedicatedworker" => Ok(Self::DedicatedWorker),
            _ => Err(format!("unknown global '{text}'; use window or dedicatedworker")),
        }
    }
}

/// The content of the `// META:` comments of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Metadata {
    /// The paths of scripts to load before the test, as written.
    pub scripts: Vec<String>,
    /// The query strings to run the test with, each with its question mark. If empty, the test runs once, without one.
    pub variants: Vec<String>,
    /// Whether the timeout is one minute instead of ten seconds.
    pub long_timeout: bool,
    /// The title of the test, if it has one.
    pub title: Option<String>,
    /// The values of `global=`; `None` if there is no such comment.
    pub globals: Option<Vec<String>>,
}

impl Metadata {
    /// Parses the comments up to the first line that is not a comment.
    #[must_use]
    pub(crate) fn parse(source: &str) -> Self {
        let mut metadata = Self::default();
        let lines = source.trim_start_matches('\u{feff}').lines();
        for line in lines.take_while(|line| line.trim_start().starts_with("//")) {
            let Some(entry) = line.trim_start().trim_start_matches('/').trim_start().strip_prefix("META:") else {
                continue;
            };
            let Some((key, value)) = entry.split_once('=') else { continue };
            let value = value.trim();
            match key.trim() {
                "script" => metadata.scripts.push(value.to_owned()),
                "variant" => metadata.variants.push(value.to_owned()),
                "timeout" => metadata.long_timeout = value == "long",
                "title" => metadata.title = Some(value.to_owned()),
                "global" => metadata.globals = Some(value.split(',').map(|name| name.trim().to_owned()).collect()),
                _ => {}
            }
        }
        metadata
    }

    /// Whether an `.any.js` test runs on this global. By default it runs on window and dedicatedworker; `worker` means
    /// all kinds of workers, and `!name` excludes a global.
    #[must_use]
    pub(crate) fn runs_on(&self, global: Global) -> bool {
        let Some(globals) = &self.globals else { return true };
        let name = global.as_str();
        let mut runs = false;
        for entry in globals {
            let (entry, wanted) = entry.strip_prefix('!').map_or((entry.as_str(), true), |entry| (entry, false));
            let worker = global == Global::DedicatedWorker && entry == "worker";
            let default = entry == "default";
            if entry == name || worker || default {
                runs = wanted;
            }
        }
        runs
    }
}
