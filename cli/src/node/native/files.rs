//! Files, for `node:fs`: reading where modules may be read, and writing in one folder.

use std::fs::{self, Metadata};
use std::io::{Error, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string};
use posttask::internal::engine::normalize;
use posttask_front_end::{may_read, may_write};

use super::bytes::{array_buffer, bytes_of};

/// The functions that `modules/internal/files.js` uses. They throw the errors of Node.
pub(crate) fn create(context: &mut Context) -> JsResult<JsObject> {
    let list = &[
        ("copy", copy as _),
        ("isSame", is_same as _),
        ("list", list as _),
        ("makeFolder", make_folder as _),
        ("makeLink", make_link as _),
        ("read", read as _),
        ("readLink", read_link as _),
        ("realPath", real_path as _),
        ("remove", remove as _),
        ("rename", rename as _),
        ("stat", stat as _),
        ("write", write as _),
    ];
    super::functions(list, context)
}

/// What an operation does with a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

/// An operation on a file, as errors name it.
struct Operation {
    call: &'static str,
    access: Access,
    /// Whether it does something with the end of a link, not with the link.
    follows: bool,
}

const fn reading(call: &'static str) -> Operation {
    Operation { call, access: Access::Read, follows: true }
}

const fn writing(call: &'static str) -> Operation {
    Operation { call, access: Access::Write, follows: true }
}

impl Operation {
    /// The same for links themselves. They belong to the folder that they are in, wherever they lead.
    const fn on_links(self) -> Self {
        Self { follows: false, ..self }
    }

    /// Does something with the file that an argument names, if that is allowed.
    fn on<T>(
        &self,
        argument: &JsValue,
        context: &mut Context,
        steps: impl FnOnce(&Path) -> Result<T, Error>,
    ) -> JsResult<T> {
        let path = PathBuf::from(argument.to_string(context)?.to_std_string_lossy());
        let real = real(&path);
        let owner = if !self.follows && real.is_symlink() { real.parent().unwrap_or(&real) } else { &real };
        let allowed = match self.access {
            Access::Read => may_read(owner, context) || may_write(owner, context),
            Access::Write => may_write(owner, context),
        };
        if !allowed {
            let option = if self.access == Access::Read { "--root" } else { "--allow-write" };
            return Err(error("EACCES", &format!("permission denied (see {option})"), self.call, Some(&path), context));
        }
        steps(&real).map_err(|failure| {
            let (code, message) = describe(&failure);
            error(code, &message, self.call, Some(&path), context)
        })
    }
}

/// Returns the code and the message that Node has for an error of the operating system.
fn describe(error: &Error) -> (&'static str, String) {
    let (code, message) = match error.kind() {
        ErrorKind::NotFound => ("ENOENT", "no such file or directory"),
        ErrorKind::PermissionDenied => ("EACCES", "permission denied"),
        ErrorKind::AlreadyExists => ("EEXIST", "file already exists"),
        ErrorKind::NotADirectory => ("ENOTDIR", "not a directory"),
        ErrorKind::IsADirectory => ("EISDIR", "illegal operation on a directory"),
        ErrorKind::DirectoryNotEmpty => ("ENOTEMPTY", "directory not empty"),
        ErrorKind::InvalidInput => ("EINVAL", "invalid argument"),
        _ => return ("EIO", error.to_string()),
    };
    (code, message.to_owned())
}

/// The numbers of errors on Linux, negative as in Node.
const NUMBERS: [(&str, i32); 8] = [
    ("ENOENT", -2),
    ("EIO", -5),
    ("EACCES", -13),
    ("EEXIST", -17),
    ("ENOTDIR", -20),
    ("EISDIR", -21),
    ("EINVAL", -22),
    ("ENOTEMPTY", -39),
];

fn error(code: &str, message: &str, call: &str, path: Option<&Path>, context: &mut Context) -> JsError {
    let text = match path {
        Some(path) => format!("{code}: {message}, {call} '{}'", path.display()),
        None => format!("{code}: {message}, {call}"),
    };
    let error = JsNativeError::error().with_message(text).into_opaque(context);
    let number = NUMBERS.iter().find(|(name, _)| *name == code).map_or(-5, |(_, number)| *number);
    let properties: [(_, JsValue); 3] =
        [("errno", number.into()), ("code", js_string!(code).into()), ("syscall", js_string!(call).into())];
    for (name, value) in properties.into_iter().chain(path.map(|path| ("path", text_of(path)))) {
        let property = PropertyDescriptor::builder().value(value).writable(true).enumerable(true).configurable(true);
        // This cannot fail: the object is new.
        let _ = error.define_property_or_throw(JsString::from(name), property, context);
    }
    JsError::from_opaque(error.into())
}

fn text_of(path: &Path) -> JsValue {
    JsString::from(path.to_string_lossy().as_ref()).into()
}

fn read(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let file = arguments.get_or_undefined(0);
    if reading("open").on(file, context, |path| fs::metadata(path))?.is_dir() {
        let (code, message) = describe(&ErrorKind::IsADirectory.into());
        return Err(error(code, &message, "read", None, context));
    }
    let bytes = reading("open").on(file, context, |path| fs::read(path))?;
    array_buffer(&bytes, context)
}

/// Returns the names in a folder, each followed by its type.
fn list(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut entries = reading("scandir").on(arguments.get_or_undefined(0), context, |path| {
        fs::read_dir(path)?
            .map(|entry| {
                let entry = entry?;
                Ok((entry.file_name().to_string_lossy().into_owned(), type_of(entry.file_type()?)))
            })
            .collect::<Result<Vec<_>, Error>>()
    })?;
    // The order of the system is not the same everywhere.
    entries.sort();
    let values = entries.into_iter().flat_map(|(name, kind)| [JsString::from(name).into(), js_string!(kind).into()]);
    let values: Vec<JsValue> = values.collect();
    Ok(JsArray::from_iter(values, context).into())
}

fn type_of(file_type: fs::FileType) -> &'static str {
    if file_type.is_dir() {
        "folder"
    } else if file_type.is_symlink() {
        "link"
    } else if file_type.is_file() {
        "file"
    } else {
        "other"
    }
}

/// `stat(path, followsLinks)`: the type, the size, and the times in milliseconds of the last access, the last change
/// and the creation.
fn stat(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let follows = arguments.get_or_undefined(1).to_boolean();
    let operation = if follows { reading("stat") } else { reading("lstat").on_links() };
    let found = operation.on(arguments.get_or_undefined(0), context, |path| {
        if follows { fs::metadata(path) } else { fs::symlink_metadata(path) }
    })?;
    Ok(JsArray::from_iter(described(&found), context).into())
}

#[expect(clippy::cast_precision_loss, reason = "as in JavaScript")]
fn described(found: &Metadata) -> [JsValue; 6] {
    let time = |time: Result<SystemTime, Error>| {
        let since = time.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        JsValue::from(since.as_secs_f64() * 1000.0)
    };
    let mode = if found.permissions().readonly() { 0o444 } else { 0o644 };
    [
        js_string!(type_of(found.file_type())).into(),
        (found.len() as f64).into(),
        time(found.accessed()),
        time(found.modified()),
        time(found.created()),
        mode.into(),
    ]
}

fn real_path(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    reading("realpath")
        .on(arguments.get_or_undefined(0), context, |path| fs::canonicalize(path))
        .map(|path| text_of(&path))
}

fn read_link(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    reading("readlink")
        .on_links()
        .on(arguments.get_or_undefined(0), context, |path| fs::read_link(path))
        .map(|path| text_of(&path))
}

/// `write(path, bytes, appends)`
fn write(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let bytes = bytes_of(arguments.get_or_undefined(1), context)?;
    let appends = arguments.get_or_undefined(2).to_boolean();
    writing("open").on(arguments.get_or_undefined(0), context, |path| {
        let mut options = fs::OpenOptions::new();
        let mut file = options.create(true).write(true).append(appends).truncate(!appends).open(path)?;
        std::io::Write::write_all(&mut file, &bytes)
    })?;
    Ok(JsValue::undefined())
}

/// `makeFolder(path, isRecursive)`
fn make_folder(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let is_recursive = arguments.get_or_undefined(1).to_boolean();
    writing("mkdir").on(arguments.get_or_undefined(0), context, |path| {
        if is_recursive { fs::create_dir_all(path) } else { fs::create_dir(path) }
    })?;
    Ok(JsValue::undefined())
}

/// `remove(path, call)`: `unlink`, `rmdir`, or `rm` with everything in a folder.
fn remove(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let call = match arguments.get_or_undefined(1).to_string(context)?.to_std_string_lossy().as_str() {
        "unlink" => "unlink",
        "rmdir" => "rmdir",
        _ => "rm",
    };
    writing(call).on_links().on(arguments.get_or_undefined(0), context, |path| match call {
        "unlink" => fs::remove_file(path),
        "rmdir" => fs::remove_dir(path),
        // The path may end in a dot: then its contents would be removed before the system refuses to remove the folder.
        _ if fs::symlink_metadata(path)?.is_dir() => fs::remove_dir_all(dunce::canonicalize(path)?),
        _ => fs::remove_file(path),
    })?;
    Ok(JsValue::undefined())
}

/// Both paths must be in the folder that may be written.
fn rename(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let from = writing("rename").on_links().on(arguments.get_or_undefined(0), context, |path| Ok(path.to_owned()))?;
    writing("rename").on_links().on(arguments.get_or_undefined(1), context, |to| fs::rename(from, to))?;
    Ok(JsValue::undefined())
}

/// `copy(from, to, isNew)`. A file that is copied to itself stays as it is: it would be emptied before it is read.
fn copy(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let is_new = arguments.get_or_undefined(2).to_boolean();
    let from = reading("copyfile").on(arguments.get_or_undefined(0), context, |path| {
        fs::metadata(path)?;
        Ok(path.to_owned())
    })?;
    writing("copyfile").on(arguments.get_or_undefined(1), context, |to| {
        let there = fs::metadata(to).ok();
        match there {
            Some(_) if is_new => Err(ErrorKind::AlreadyExists.into()),
            Some(there) if are_same((&from, &fs::metadata(&from)?), (to, &there)) => Ok(()),
            _ => fs::copy(from, to).map(drop),
        }
    })?;
    Ok(JsValue::undefined())
}

/// Whether two paths with their metadata name the same file.
#[cfg(unix)]
fn are_same((_, first): (&Path, &Metadata), (_, second): (&Path, &Metadata)) -> bool {
    use std::os::unix::fs::MetadataExt;
    (first.dev(), first.ino()) == (second.dev(), second.ino())
}

/// Whether two paths with their metadata name the same file. Only Unix has stable numbers of files.
#[cfg(not(unix))]
fn are_same((first, _): (&Path, &Metadata), (second, _): (&Path, &Metadata)) -> bool {
    let real = [first, second].map(dunce::canonicalize);
    matches!(real, [Ok(first), Ok(second)] if first == second)
}

/// `isSame(path, path)`: whether both are the same file, folder or link.
fn is_same(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut found = |index| {
        let steps = |path: &Path| Ok((path.to_owned(), fs::symlink_metadata(path)?));
        reading("lstat").on_links().on(arguments.get_or_undefined(index), context, steps)
    };
    let (first, second) = (found(0)?, found(1)?);
    Ok(are_same((&first.0, &first.1), (&second.0, &second.1)).into())
}

/// `makeLink(end, path)`: a symbolic link. It must lead into the folder that may be written, so that a link cannot give
/// other programs a way out of it.
fn make_link(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let end = PathBuf::from(arguments.get_or_undefined(0).to_string(context)?.to_std_string_lossy());
    let link = writing("symlink").on(arguments.get_or_undefined(1), context, |path| Ok(path.to_owned()))?;
    let full = link.parent().unwrap_or(&link).join(&end);
    if !may_write(&real(&full), context) {
        let message = "permission denied (a link must lead into the folder of --allow-write)";
        return Err(error("EACCES", message, "symlink", Some(&link), context));
    }
    writing("symlink").on(arguments.get_or_undefined(1), context, |link| symlink(&end, link))?;
    Ok(JsValue::undefined())
}

#[cfg(unix)]
fn symlink(end: &Path, link: &Path) -> Result<(), Error> {
    std::os::unix::fs::symlink(end, link)
}

#[cfg(not(unix))]
fn symlink(_: &Path, _: &Path) -> Result<(), Error> {
    Err(Error::new(ErrorKind::Unsupported, "links are only available on Unix"))
}

/// Returns a path without `..`, as the system follows it: `..` after a link is the folder above the end of the link.
fn real(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let parts: Vec<Component> = path.components().collect();
    let Some(last) = parts.iter().rposition(|part| *part == Component::ParentDir) else { return path };
    let (above, below) = parts.split_at(last + 1);
    let above: PathBuf = above.iter().collect();
    let above = dunce::canonicalize(&above).unwrap_or_else(|_| normalize(&above));
    below.iter().fold(above, |path, part| path.join(part))
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::{real, symlink};

    #[test]
    fn folders_above_links_are_those_of_their_ends() {
        let folder = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(folder.path()).unwrap();
        fs::create_dir_all(top.join("inner")).unwrap();
        symlink(&top, &top.join("inner/link")).unwrap();
        assert_eq!(real(&top.join("inner/link/../file")), top.parent().unwrap().join("file"));
        assert_eq!(real(&top.join("inner/link/file")), top.join("inner/link/file"));
        assert_eq!(real(&top.join("none/../file")), top.join("file"));
    }
}
