//! What tests of Vitest import besides code: style sheets, pictures and other files, as Vite makes modules of them. See
//! [Static Asset Handling](https://vite.dev/guide/assets) and, for style sheets, Vitest's option
//! [`css`](https://vitest.dev/config/css).

use std::fmt::Write;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use boa_engine::{Context, JsResult, Module};
use posttask::engine::parse_a_module;
use posttask::internal::engine::text_module;
use regress::Regex;
use sha1::{Digest, Sha1};

use super::FrontEnd;
use super::slashes::with_slashes;

/// The extensions of files that are imported as their URLs.
const ASSETS: [&str; 33] = [
    "aac",
    "apng",
    "avif",
    "bmp",
    "cur",
    "eot",
    "flac",
    "gif",
    "ico",
    "jfif",
    "jpeg",
    "jpg",
    "jxl",
    "m4a",
    "mov",
    "mp3",
    "mp4",
    "ogg",
    "opus",
    "otf",
    "pdf",
    "pjp",
    "pjpeg",
    "png",
    "ttf",
    "txt",
    "vtt",
    "wav",
    "webm",
    "webmanifest",
    "webp",
    "woff",
    "woff2",
];

/// The extensions of style sheets.
const STYLE_SHEETS: [&str; 8] = ["css", "less", "sass", "scss", "styl", "stylus", "pcss", "postcss"];

/// The size in bytes below which a picture becomes a `data:` URL: `build.assetsInlineLimit`.
const INLINE_LIMIT: usize = 4096;

/// The number of characters of the hash in the names of classes.
const HASH_LENGTH: usize = 6;

/// A file that is no code, and how it is imported.
pub(super) struct Asset<'a> {
    path: &'a Path,
    /// That of the import, with its question mark.
    query: &'a str,
    kind: Kind,
}

enum Kind {
    StyleSheet,
    /// A style sheet whose classes have other names.
    CssModule,
    Svg,
    Other,
}

impl<'a> Asset<'a> {
    /// `None` if a file is code for its importer.
    pub(super) fn of(path: &'a Path, query: &'a str) -> Option<Self> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let extension = extension.to_ascii_lowercase();
        let kind = if STYLE_SHEETS.contains(&&*extension) && !has(query, "url") {
            let is_module = path.with_extension("").extension().is_some_and(|it| it == "module");
            if is_module && !has(query, "inline") { Kind::CssModule } else { Kind::StyleSheet }
        } else if extension == "svg" {
            Kind::Svg
        } else if ASSETS.contains(&&*extension) || has(query, "url") {
            Kind::Other
        } else {
            return None;
        };
        Some(Self { path, query, kind })
    }

    /// The module that Vite makes of it. `root` is the folder of the project.
    pub(super) fn module(&self, front_end: &FrontEnd, root: &Path, context: &mut Context) -> JsResult<Module> {
        match self.kind {
            Kind::CssModule => class_names(self.path, root, context),
            Kind::StyleSheet => Ok(text_module("", self.path, context)),
            Kind::Svg | Kind::Other => Ok(text_module(&self.url(front_end, root), self.path, context)),
        }
    }

    fn url(&self, front_end: &FrontEnd, root: &Path) -> String {
        let is_kept = has(self.query, "no-inline");
        if matches!(self.kind, Kind::Svg)
            && !is_kept
            && let Ok(picture) = front_end.source(self.path)
            && (picture.len() < INLINE_LIMIT || has(self.query, "inline"))
        {
            return data_url(&picture);
        }
        url(self.path, root) + if is_kept { self.query } else { "" }
    }
}

/// Whether a query has a parameter without a value.
fn has(query: &str, name: &str) -> bool {
    query.trim_start_matches('?').split('&').any(|part| part == name)
}

/// A CSS module: any name is that of a class. Tests of Vitest do not read the file.
fn class_names(path: &Path, root: &Path, context: &mut Context) -> JsResult<Module> {
    let relative = with_slashes(path.strip_prefix(root).unwrap_or(path));
    let mut hash = String::new();
    for byte in Sha1::digest(relative.as_bytes()) {
        let _ = write!(hash, "{byte:02x}");
    }
    let hash = &hash[..HASH_LENGTH];
    let text = format!("export default new Proxy(Object.create(null), {{ get: (_, name) => `_${{name}}_{hash}` }})");
    parse_a_module(&text, path, context)
}

/// The URL that a development server has for a file.
fn url(path: &Path, root: &Path) -> String {
    let public = path.strip_prefix(root.join("public")).ok();
    public.or_else(|| path.strip_prefix(root).ok()).map_or_else(
        || format!("/@fs/{}", with_slashes(path).trim_start_matches('/')),
        |relative| format!("/{}", with_slashes(relative)),
    )
}

/// A picture as a URL. Text and nested quotes are kept as they are.
fn data_url(svg: &str) -> String {
    let has_quotes_in_quotes = Regex::new(r#""[^"']*'[^"]*"|'[^'"]*"[^']*'"#).is_ok_and(|it| it.find(svg).is_some());
    if svg.contains("<text") || svg.contains("<foreignObject") || has_quotes_in_quotes {
        return format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg));
    }
    let mut url = String::from("data:image/svg+xml,");
    let mut rest = svg.trim();
    while let Some(next) = rest.chars().next() {
        rest = &rest[next.len_utf8()..];
        match next {
            '"' => url.push('\''),
            '%' => url += "%25",
            '#' => url += "%23",
            '<' => url += "%3c",
            '>' => {
                url += "%3e";
                // Space between elements is left out.
                rest = Some(rest.trim_start()).filter(|rest| rest.starts_with('<')).unwrap_or(rest);
            }
            next if next.is_whitespace() => {
                url += "%20";
                rest = rest.trim_start();
            }
            next => url.push(next),
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_pictures_are_urls() {
        assert_eq!(data_url("<svg/>\n"), "data:image/svg+xml,%3csvg/%3e");
        let svg = "<svg a=\"1\">\n  <path  d='M0 0' fill='#fff'/> 5%\n</svg>";
        let expected =
            "data:image/svg+xml,%3csvg%20a='1'%3e%3cpath%20d='M0%200'%20fill='%23fff'/%3e%205%25%20%3c/svg%3e";
        assert_eq!(data_url(svg), expected);
        assert_eq!(data_url("<text/>"), "data:image/svg+xml;base64,PHRleHQvPg==");
        assert_eq!(data_url("<a b=\"'\"/>"), "data:image/svg+xml;base64,PGEgYj0iJyIvPg==");
    }

    #[test]
    fn files_have_the_urls_of_a_server() {
        let root = Path::new("/app");
        for (path, expected) in
            [("/app/src/a.png", "/src/a.png"), ("/app/public/a.png", "/a.png"), ("/other/a.png", "/@fs/other/a.png")]
        {
            assert_eq!(url(Path::new(path), root), expected);
        }
    }
}
