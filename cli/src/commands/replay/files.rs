//! The files that a replay consists of, and how to start a debugger with them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use posttask::internal::engine::file_url;
use posttask_front_end::{parts_between, with_slashes};
use serde_json::{Value, json};

use crate::arguments::{Debugger, Replay};
use crate::shell_words::quoted;
use crate::whole_file;

use super::module::{self, Engine, Settings};
use super::recording::Recording;

/// A file that cannot be written.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    #[error("cannot write {}: {source}", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error("{} cannot be debugged in a page: it must be compiled to JavaScript first", .0.display())]
    NotJavaScript(PathBuf),
    #[error("{} exists, and posttask replay has not written it; choose another folder with --output", .0.display())]
    Foreign(PathBuf),
    #[error("cannot find {}: {source}", path.display())]
    NoPath { path: PathBuf, source: io::Error },
}

/// The program that is replayed.
pub(super) struct Program<'a> {
    pub(super) file: &'a Path,
    pub(super) arguments: &'a [String],
    pub(super) is_module: bool,
}

impl Program<'_> {
    /// The extension of the file.
    fn extension(&self) -> &str {
        self.file.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
    }

    fn is_typescript(&self) -> bool {
        matches!(self.extension(), "ts" | "mts" | "cts")
    }

    /// The options with which Node runs the file as posttask does.
    fn node_options(&self) -> Vec<&'static str> {
        // Before version 22.7, Node does not look for `import` in a file.
        if self.is_module && self.extension() == "js" { vec!["--experimental-detect-module"] } else { Vec::new() }
    }
}

/// Writes the module, and what a debugger needs besides. Returns what to tell the user.
///
/// # Errors
///
/// Returns an error if a file cannot be written, or the debugger cannot run the program.
pub(super) fn write(
    options: &Replay,
    program: &Program<'_>,
    recording: &Recording,
    settings: &Settings,
) -> Result<String, FileError> {
    if options.debugger == Debugger::Chrome && !matches!(program.extension(), "js" | "mjs") {
        return Err(FileError::NotJavaScript(program.file.to_owned()));
    }
    let folder = &options.output;
    fs::create_dir_all(folder).map_err(|source| FileError::Unwritable { path: folder.clone(), source })?;
    let (engine, name) = match options.debugger {
        Debugger::Chrome => (Engine::Page, "replay.js"),
        Debugger::Node | Debugger::Vscode => (Engine::Node, "replay.mjs"),
    };
    let module = folder.join(name);
    save(&module, &module::text(recording, settings, engine)?)?;
    let steps = if recording.len() == 1 { "1 step".to_owned() } else { format!("{} steps", recording.len()) };
    let mut lines = vec![format!("{}: {steps} of {}", module.display(), program.file.display())];
    lines.extend(match options.debugger {
        Debugger::Node => for_node(&module, program),
        Debugger::Chrome => for_chrome(folder, program)?,
        Debugger::Vscode => for_vscode(folder, &module, program)?,
    });
    if engine == Engine::Node && program.is_typescript() {
        lines.push("Node 22.18 and later run TypeScript; Node 22.6 does with --experimental-strip-types".to_owned());
    }
    Ok(lines.join("\n"))
}

fn for_node(module: &Path, program: &Program<'_>) -> Vec<String> {
    let mut words = vec!["node".to_owned(), "--inspect-brk".to_owned()];
    words.extend(program.node_options().into_iter().map(str::to_owned));
    let file = program.file.display().to_string();
    let file = if file.starts_with('-') { format!("./{file}") } else { file };
    words.extend(["--import".to_owned(), importable(module), file]);
    words.extend_from_slice(program.arguments);
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    vec![words.join(" ")]
}

/// Writes a page that loads the replay and then the program.
fn for_chrome(folder: &Path, program: &Program<'_>) -> Result<Vec<String>, FileError> {
    let page = folder.join("index.html");
    let name = program.file.file_name().unwrap_or_default().to_string_lossy();
    let text = format!(
        "<!doctype html><!-- Written by posttask replay -->\n<meta charset=\"utf-8\">\n<title>Replay of {}</title>\n\
         <script src=\"replay.js\"></script>\n\
         <script{} src=\"{}\"></script>\n",
        escaped(&name),
        if program.is_module { " type=\"module\"" } else { "" },
        escaped(&url_between(folder, program.file)?),
    );
    save(&page, &text)?;
    Ok(vec![
        "serve this folder, for example with `python3 -m http.server`,".to_owned(),
        format!(
            "open http://localhost:8000/{} in Chrome, open DevTools, and reload the page",
            url_between(Path::new("."), &page)?
        ),
    ])
}

/// Writes a launch configuration: to `.vscode`, unless there is one.
fn for_vscode(folder: &Path, module: &Path, program: &Program<'_>) -> Result<Vec<String>, FileError> {
    let configuration = launch_configuration(module, program);
    let text = serde_json::to_string_pretty(&json!({ "version": "0.2.0", "configurations": [configuration] }))? + "\n";
    let usual = Path::new(".vscode").join("launch.json");
    // A link that leads nowhere is not followed.
    if usual.symlink_metadata().is_err() {
        fs::create_dir_all(".vscode").map_err(|source| FileError::Unwritable { path: usual.clone(), source })?;
        save(&usual, &text)?;
        return Ok(vec![format!("{}: open Run and Debug in Visual Studio Code", usual.display())]);
    }
    let own = folder.join("launch.json");
    save(&own, &text)?;
    Ok(vec![format!("copy the configuration in {} to {}", own.display(), usual.display())])
}

/// The launch configuration of a program. The module is imported from the folder that the paths are relative to.
fn launch_configuration(module: &Path, program: &Program<'_>) -> Value {
    let name = program.file.file_name().unwrap_or_default().to_string_lossy();
    let file = with_slashes(program.file);
    let file = if program.file.is_absolute() { file } else { format!("${{workspaceFolder}}/{file}") };
    let mut runtime: Vec<String> = program.node_options().into_iter().map(str::to_owned).collect();
    runtime.extend(["--import".to_owned(), importable(module)]);
    json!({
        "name": format!("posttask: replay {name}"),
        "type": "node",
        "request": "launch",
        "cwd": "${workspaceFolder}",
        "runtimeArgs": runtime,
        "program": file,
        "args": program.arguments,
        "console": "integratedTerminal",
        "skipFiles": ["<node_internals>/**", "**/replay.mjs"],
    })
}

/// A module as `--import` expects it: a relative path starts with a dot, and an absolute one is a URL, because Node
/// takes the drive of a path for the scheme of a URL.
fn importable(path: &Path) -> String {
    if let Some(url) = file_url(path) {
        return url.into();
    }
    let text = with_slashes(path);
    if text.starts_with("./") || text.starts_with("../") { text } else { format!("./{text}") }
}

/// The relative URL of a file, from a page in a folder.
fn url_between(folder: &Path, file: &Path) -> Result<String, FileError> {
    let real =
        |path: &Path| dunce::canonicalize(path).map_err(|source| FileError::NoPath { path: path.to_owned(), source });
    let (folder, file) = (real(folder)?, real(file)?);
    let encoded = |part: &OsStr| {
        let text = part.to_string_lossy();
        percent_encoding::utf8_percent_encode(&text, percent_encoding::NON_ALPHANUMERIC).to_string().replace("%2E", ".")
    };
    Ok(parts_between(&folder, &file).map(encoded).collect::<Vec<_>>().join("/"))
}

/// Text in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// What each file has at its beginning.
const MARKS: [&str; 2] = ["posttask replay", "posttask: replay"];

/// The number of bytes of a file in which a mark is.
const BEGINNING: usize = 400;

/// Writes a file, unless there is one that something else has written.
fn save(path: &Path, text: &str) -> Result<(), FileError> {
    if let Ok(existing) = fs::read(path) {
        let beginning = String::from_utf8_lossy(&existing[..existing.len().min(BEGINNING)]).into_owned();
        if !existing.is_empty() && !MARKS.iter().any(|mark| beginning.contains(mark)) {
            return Err(FileError::Foreign(path.to_owned()));
        }
    }
    whole_file::write(path, text).map_err(|source| FileError::Unwritable { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use serde_json::json;

    use super::{FileError, Program, escaped, importable, launch_configuration, save, url_between};

    #[test]
    fn modules_are_not_packages() {
        let imports = ["a/replay.mjs", "./replay.mjs", "../replay.mjs"].map(|path| importable(Path::new(path)));
        assert_eq!(imports, ["./a/replay.mjs", "./replay.mjs", "../replay.mjs"]);
        let absolute = if cfg!(windows) { r"C:\a b\replay.mjs" } else { "/a b/replay.mjs" };
        let url = importable(Path::new(absolute));
        assert!(url.starts_with("file:///") && url.ends_with("/a%20b/replay.mjs"), "{url}");
    }

    #[test]
    fn launched_programs_import_no_paths_with_drives() {
        let program = Program { file: Path::new("src/app.js"), arguments: &[], is_module: false };
        let configuration = launch_configuration(Path::new("posttask-replay/replay.mjs"), &program);
        assert_eq!(configuration["runtimeArgs"], json!(["--import", "./posttask-replay/replay.mjs"]));
        assert_eq!(configuration["program"], json!("${workspaceFolder}/src/app.js"));
        assert_eq!(configuration["cwd"], json!("${workspaceFolder}"));
    }

    #[test]
    fn files_of_others_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("replay.mjs");
        for text in ["// Written by posttask replay\n1", "// Written by posttask replay\n2"] {
            save(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, "the program").unwrap();
        assert!(matches!(save(&path, "x"), Err(FileError::Foreign(_))));
        assert_eq!(fs::read_to_string(&path).unwrap(), "the program");
    }

    #[test]
    fn pages_refer_to_programs_by_relative_urls() {
        let root = tempfile::tempdir().unwrap();
        let (folder, file) = (root.path().join("a/b"), root.path().join("c d/app#1.js"));
        fs::create_dir_all(&folder).unwrap();
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, "").unwrap();
        assert_eq!(url_between(&folder, &file).unwrap(), "../../c%20d/app%231.js");
        assert_eq!(escaped("a&b<\"c\""), "a&amp;b&lt;&quot;c&quot;");
    }
}
