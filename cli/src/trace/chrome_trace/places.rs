//! Places in source files as DevTools reads them.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use posttask::event_loop::Location;
use rustc_hash::FxHashMap;
use serde_json::json;
use url::Url;

use super::function::Function;

/// The longest list of stacks that is kept.
const MAX_STACKS: usize = 1 << 12;

/// URLs of files and texts of stacks, each made once.
#[derive(Default)]
pub(super) struct Places {
    urls: FxHashMap<String, Rc<str>>,
    /// The functions that were scheduled last at each place, by the address of the place, which is kept.
    functions: FxHashMap<*const Location, (Rc<Location>, Arc<Function>)>,
    /// By the address of the stack, which is kept so that the address stays its own.
    stacks: FxHashMap<*const String, (Rc<[String]>, Rc<str>)>,
}

impl Places {
    /// The absolute URL of a file: DevTools needs one. A name in angle or square brackets is not a file.
    pub(super) fn url(&mut self, file: &str) -> Rc<str> {
        if let Some(url) = self.urls.get(file) {
            return Rc::clone(url);
        }
        let url: Rc<str> = url_of(file).into();
        self.urls.insert(file.to_owned(), Rc::clone(&url));
        url
    }

    /// What a trace says about a function of the program that is scheduled at a place. The engine does not say where
    /// a function is, so this is where it was scheduled.
    pub(super) fn function(&mut self, name: &str, place: &Rc<Location>) -> Arc<Function> {
        let known = self.functions.get(&Rc::as_ptr(place));
        if let Some((_, function)) = known.filter(|(_, function)| function.name == name) {
            return Arc::clone(function);
        }
        let function = Arc::new(Function::new(name, &self.url(&place.file), place));
        if self.functions.len() >= MAX_STACKS {
            self.functions.clear();
        }
        self.functions.insert(Rc::as_ptr(place), (Rc::clone(place), Arc::clone(&function)));
        function
    }

    /// A stack as a JSON array of frames, innermost first.
    pub(super) fn stack(&mut self, stack: &Rc<[String]>) -> Rc<str> {
        if let Some((_, text)) = self.stacks.get(&stack.as_ptr()) {
            return Rc::clone(text);
        }
        let frames: Vec<_> = stack.iter().filter_map(|line| self.frame(line)).collect();
        let text: Rc<str> = serde_json::Value::Array(frames).to_string().into();
        if self.stacks.len() >= MAX_STACKS {
            self.stacks.clear();
        }
        self.stacks.insert(stack.as_ptr(), (Rc::clone(stack), Rc::clone(&text)));
        text
    }

    fn frame(&mut self, line: &str) -> Option<serde_json::Value> {
        let (function, place) = Location::split_off(line)?;
        let function = function.trim_start().trim_start_matches("at ");
        let function = if matches!(function, "<main>" | "<anonymous>") { "" } else { function };
        Some(json!({
            "functionName": function,
            "scriptId": "0",
            "url": &*self.url(&place.file),
            // From 0: DevTools adds one.
            "lineNumber": place.line.saturating_sub(1),
            "columnNumber": place.column.saturating_sub(1),
        }))
    }
}

fn url_of(file: &str) -> String {
    if file.starts_with(['<', '[']) {
        return format!("posttask:///{}", file.trim_matches(['<', '>', '[', ']']));
    }
    let path = std::path::absolute(Path::new(file)).ok();
    let url = path.and_then(|path| Url::from_file_path(path).ok());
    url.map_or_else(|| format!("file:///{file}"), String::from)
}
