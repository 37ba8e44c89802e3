//! The modules of a package: what each defines, what it imports, and which paths it names.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::tokens::{Token, tokens};

/// The index of a module in [`ModuleTree::modules`].
type Id = usize;

/// The words of a path.
type Words = Vec<String>;

const ROOT: Id = 0;

#[derive(Default)]
pub(crate) struct ModuleTree {
    modules: Vec<Module>,
    /// Where macros are defined. Those that are exported are names of the root.
    macros: HashMap<String, Id>,
}

#[derive(Default)]
struct Module {
    /// The file without `.rs`, or the folder of a `mod.rs`.
    name: String,
    file: PathBuf,
    parent: Id,
    children: HashMap<String, Id>,
    definitions: HashSet<String>,
    uses: Vec<Use>,
    /// The paths in the code that are longer than a word, and their lines.
    paths: Vec<(Words, usize)>,
    /// The words in the code that are not behind a dot, and the lines where they are first.
    words: HashMap<String, usize>,
}

/// A name that a `use` declares; `*` stands for all names of a module.
struct Use {
    name: String,
    path: Words,
    line: usize,
    is_exported: bool,
}

/// What a path names.
#[derive(Clone, Copy)]
enum Target {
    Module(Id),
    /// Something that is defined in this module.
    Item(Id),
}

/// A file that needs something of another one: their names without `.rs`, or the folder of a `mod.rs`.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    pub(crate) from: String,
    pub(crate) to: String,
    /// The file, the line, and the path that it names.
    pub(crate) place: String,
}

impl ModuleTree {
    /// Reads the library in a folder of the workspace.
    pub(crate) fn read(workspace: &Path, folder: &str) -> Self {
        let mut tree = Self::default();
        tree.read_module(workspace, &workspace.join(folder).join("lib.rs"), ROOT, folder.to_owned());
        tree
    }

    fn read_module(&mut self, workspace: &Path, file: &Path, parent: Id, name: String) -> Id {
        let id = self.modules.len();
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let shown = file.strip_prefix(workspace).unwrap_or(file).to_owned();
        self.modules.push(Module { name, file: shown, parent, ..Module::default() });
        Reader { tree: self, workspace, file, tokens: &tokens(&text), at: 0 }.read_items(id);
        id
    }

    /// Returns the imports of all files.
    ///
    /// # Errors
    ///
    /// Returns the paths that cannot be followed.
    pub(crate) fn imports(&self) -> Result<Vec<Import>, Vec<String>> {
        let (mut imports, mut lost) = (Vec::new(), Vec::new());
        for (id, module) in self.modules.iter().enumerate() {
            let used = module.uses.iter().filter_map(|declared| {
                let line = if declared.is_exported { *module.words.get(&declared.name)? } else { declared.line };
                Some((&declared.path, line))
            });
            for (path, line) in used.chain(module.paths.iter().map(|(path, line)| (path, *line))) {
                let place = || format!("{}:{line}: {}", module.file.display(), path.join("::"));
                match self.resolve(id, path, false) {
                    Ok(Some(Target::Item(target))) if self.modules[target].name != module.name => {
                        let to = self.modules[target].name.clone();
                        imports.push(Import { from: module.name.clone(), to, place: place() });
                    }
                    Ok(_) => {}
                    Err(()) => lost.push(place()),
                }
            }
        }
        if lost.is_empty() { Ok(imports) } else { Err(lost) }
    }

    /// Returns what a path in a module names; `None` if it is in another package, and an error if a module does not
    /// have such a name. The last word names a module only if nothing else has this name, unless `prefers_module`.
    fn resolve(&self, from: Id, path: &[String], prefers_module: bool) -> Result<Option<Target>, ()> {
        let mut at = from;
        let mut rest = path;
        let mut is_relative = false;
        while let Some((first, after)) = rest.split_first() {
            at = match first.as_str() {
                "crate" => ROOT,
                "self" => at,
                "super" => self.modules[at].parent,
                _ => break,
            };
            (rest, is_relative) = (after, true);
        }
        let mut target = Target::Module(at);
        for (index, word) in rest.iter().enumerate() {
            let Target::Module(module) = target else { break };
            let is_last = index + 1 == rest.len();
            if is_last && word == "*" {
                break;
            }
            target = match self.look_up(module, word, !is_last || prefers_module) {
                Some(found) => found,
                None if index == 0 && !is_relative => return Ok(None),
                None => return self.is_foreign(module, word).then_some(None).ok_or(()),
            };
        }
        Ok(Some(target))
    }

    fn look_up(&self, module: Id, name: &str, prefers_module: bool) -> Option<Target> {
        let Module { children, definitions, uses, words, .. } = &self.modules[module];
        let child = children.get(name).map(|child| Target::Module(*child));
        if prefers_module && child.is_some() {
            return child;
        }
        if definitions.contains(name) {
            return Some(Target::Item(module));
        }
        if let Some(definition) = self.macros.get(name).filter(|definition| [ROOT, **definition].contains(&module)) {
            return Some(Target::Item(*definition));
        }
        // In `use tokens::tokens`, the first word is a module or a package, and not the name that this declares.
        let is_other = |path: &Words| path[0] != name || path.len() > 1 && !prefers_module;
        let declared = uses.iter().filter(|declared| declared.name == name && is_other(&declared.path));
        let mut declared = declared.filter_map(|declared| self.resolve(module, &declared.path, prefers_module).ok()?);
        let declared = declared.next_back().or(child);
        declared
            .or_else(|| {
                let all = uses.iter().filter(|declared| declared.name == "*");
                let mut all = all.filter_map(|declared| self.resolve(module, &declared.path, true).ok()?);
                all.find_map(|target| match target {
                    Target::Module(other) if other != module => self.look_up(other, name, prefers_module),
                    _ => None,
                })
            })
            // A macro can define what it is called with.
            .or_else(|| words.contains_key(name).then_some(Target::Item(module)))
    }

    /// Whether a module re-exports a name of another package.
    fn is_foreign(&self, module: Id, name: &str) -> bool {
        self.modules[module]
            .uses
            .iter()
            .any(|declared| declared.name == name && matches!(self.resolve(module, &declared.path, false), Ok(None)))
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first == '_' || first.is_alphabetic())
}

/// Reads the items of one file.
struct Reader<'a> {
    tree: &'a mut ModuleTree,
    workspace: &'a Path,
    file: &'a Path,
    tokens: &'a [Token<'a>],
    at: usize,
}

impl<'a> Reader<'a> {
    fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    /// Reads up to the end of the module.
    fn read_items(&mut self, module: Id) {
        let mut depth = 0;
        // How many braces are open around the variants of the last enumeration.
        let mut variants_at = usize::MAX;
        while self.at < self.tokens.len() {
            let Token { text, line } = self.tokens[self.at];
            let next = self.text(self.at + 1);
            match text {
                "{" => depth += 1,
                "}" if depth == 0 => return,
                "}" => {
                    depth -= 1;
                    if depth < variants_at {
                        variants_at = usize::MAX;
                    }
                }
                "#" if self.is_for_tests() => {
                    self.skip_item();
                    continue;
                }
                "mod" if depth == 0 => {
                    self.read_child(module, next);
                    continue;
                }
                "use" if next != "<" => {
                    self.read_use(module);
                    continue;
                }
                "macro_rules" => {
                    let name = self.text(self.at + 2).to_owned();
                    self.tree.macros.insert(name, module);
                }
                "const" | "unsafe" | "async" if next == "fn" || next == "unsafe" => {}
                "fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static" if is_name(next) => {
                    if depth == 0 {
                        self.tree.modules[module].definitions.insert(next.to_owned());
                    }
                    if text == "enum" {
                        variants_at = depth + 1;
                    }
                    self.at += 1;
                }
                _ if depth == variants_at && matches!(self.text(self.at - 1), "{" | "," | "]") => {}
                _ if is_name(text) => {
                    self.read_path(module, line);
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// `mod name;` or `mod name { … }`, from `mod`.
    fn read_child(&mut self, module: Id, name: &str) {
        let parent = &self.tree.modules[module];
        let inner = parent.name.clone();
        let is_inside = self.text(self.at + 2) == "{";
        self.at += 3;
        let child = if is_inside {
            let file = parent.file.clone();
            let id = self.tree.modules.len();
            self.tree.modules.push(Module { name: inner, file, parent: module, ..Module::default() });
            self.read_items(id);
            self.at += 1;
            id
        } else {
            let stem = self.file.file_stem().unwrap_or_default();
            let is_folder = ["lib", "main", "mod"].iter().any(|root| stem == *root);
            let folder = if is_folder { self.file.with_file_name("") } else { self.file.with_extension("") };
            let file = folder.join(format!("{name}.rs"));
            let file = if file.exists() { file } else { folder.join(name).join("mod.rs") };
            self.tree.read_module(self.workspace, &file, module, format!("{inner}/{name}"))
        };
        self.tree.modules[module].children.insert(name.to_owned(), child);
    }

    /// Whether the attribute here is `#[cfg(test)]`, or another condition that only tests meet.
    fn is_for_tests(&self) -> bool {
        let start = self.at + 1 + usize::from(self.text(self.at + 1) == "!");
        let condition: Vec<&str> = (start..self.end_of_group(start)).map(|at| self.text(at)).collect();
        let tests = |word: &&str| matches!(*word, "test" | "doctest");
        condition.get(1) == Some(&"cfg") && condition.iter().any(tests) && !condition.contains(&"not")
    }

    /// Skips an item from its first attribute, or a field, or a statement.
    fn skip_item(&mut self) {
        while self.text(self.at) == "#" {
            self.at = self.end_of_group(self.at + 1);
        }
        if self.text(self.at) == "pub" {
            self.at += 1;
            if self.text(self.at) == "(" {
                self.at = self.end_of_group(self.at);
            }
        }
        let (ends_with_braces, ends_with_comma) = match self.text(self.at) {
            "use" | "const" | "static" | "type" => (false, false),
            "fn" | "struct" | "enum" | "trait" | "impl" | "mod" | "unsafe" | "async" => (true, false),
            _ => (true, true),
        };
        while self.at < self.tokens.len() {
            let text = self.text(self.at);
            match text {
                "{" | "(" | "[" => self.at = self.end_of_group(self.at),
                "}" => return,
                _ => self.at += 1,
            }
            if text == ";" || text == "{" && ends_with_braces || text == "," && ends_with_comma {
                return;
            }
        }
    }

    /// The position behind the bracket that closes the one here.
    fn end_of_group(&self, start: usize) -> usize {
        let mut depth = 0_usize;
        for at in start..self.tokens.len() {
            match self.text(at) {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        self.tokens.len()
    }

    /// A path in the code, or a word.
    fn read_path(&mut self, module: Id, line: usize) {
        let before = if self.at == 0 { "" } else { self.text(self.at - 1) };
        let mut path = vec![self.text(self.at).to_owned()];
        self.at += 1;
        while self.text(self.at) == "::" && is_name(self.text(self.at + 1)) {
            path.push(self.text(self.at + 1).to_owned());
            self.at += 2;
        }
        if before == "." || before == "::" {
            return;
        }
        let module = &mut self.tree.modules[module];
        module.words.entry(path[0].clone()).or_insert(line);
        if path.len() > 1 {
            module.paths.push((path, line));
        }
    }

    /// `use a::{b, c as d, e::*};`, from `use`.
    fn read_use(&mut self, module: Id) {
        let is_exported = self.at > 0 && matches!(self.text(self.at - 1), "pub" | ")");
        self.at += 1;
        if self.text(self.at) == "::" {
            while self.text(self.at) != ";" {
                self.at += 1;
            }
        } else {
            self.read_use_tree(module, &Vec::new(), is_exported);
        }
    }

    fn read_use_tree(&mut self, module: Id, before: &Words, is_exported: bool) {
        let mut path = before.clone();
        let line = self.tokens[self.at].line;
        loop {
            let text = self.text(self.at);
            self.at += 1;
            match text {
                "::" => {}
                "{" => {
                    while self.text(self.at) != "}" {
                        self.read_use_tree(module, &path, is_exported);
                        if self.text(self.at) == "," {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    return;
                }
                "self" if path.len() > before.len() || !before.is_empty() => break,
                word => path.push(word.to_owned()),
            }
            if self.text(self.at) != "::" && text != "::" {
                break;
            }
        }
        let mut name = path.last().cloned().unwrap_or_default();
        if self.text(self.at) == "as" {
            self.text(self.at + 1).clone_into(&mut name);
            self.at += 2;
        }
        self.tree.modules[module].uses.push(Use { name, path, line, is_exported });
    }
}
