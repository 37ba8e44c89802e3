//! The templates of wptserve: `{{...}}` in files with `.sub.` in their name.

use std::path::Path;

use url::Url;

/// The host of the tests.
pub(super) const HOST: &str = "web-platform.test";

/// The request that a template is expanded for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request<'a> {
    pub(super) url: &'a Url,
    pub(super) headers: &'a [(String, String)],
    /// The folder of all files.
    pub(super) root: &'a Path,
}

/// The ports of a protocol.
const PORTS: [(&str, &[&str]); 5] = [
    ("http", &["8000", "8001", "8002"]),
    ("https", &["8443", "8444", "8445"]),
    ("h2", &["9000"]),
    ("ws", &["8666"]),
    ("wss", &["8667"]),
];

/// The first port of a protocol.
pub(super) fn port(protocol: &str) -> &'static str {
    PORTS.iter().find(|(name, _)| *name == protocol).map_or("", |(_, ports)| ports[0])
}

/// Expands a template. If it is markup, the values are escaped.
///
/// # Errors
///
/// Returns a message if a placeholder is unknown.
pub(super) fn expand(text: &str, request: &Request<'_>, escapes: bool) -> Result<String, String> {
    let (mut result, mut rest) = (String::with_capacity(text.len()), text);
    let mut variables: Vec<(String, String)> = Vec::new();
    while let Some((before, after)) = rest.split_once("{{") {
        result += before;
        // A placeholder contains no brace.
        let end = after.find(['}', '{']).filter(|&end| after[end..].starts_with("}}"));
        let Some(end) = end else {
            result += "{{";
            rest = after;
            continue;
        };
        let value = value_of(after[..end].trim(), request, &mut variables)?;
        result += &if escapes { escaped(&value) } else { value };
        rest = &after[end + 2..];
    }
    Ok(result + rest)
}

fn value_of(placeholder: &str, request: &Request<'_>, variables: &mut Vec<(String, String)>) -> Result<String, String> {
    let (mut names, mut expression) = (Vec::new(), placeholder);
    while let Some((name, rest)) = expression.strip_prefix('$').and_then(|variable| variable.split_once(':')) {
        names.push(name.to_owned());
        expression = rest;
    }
    let value = value_of_expression(expression, request, variables)?;
    variables.extend(names.into_iter().rev().map(|name| (name, value.clone())));
    Ok(value)
}

/// The value of a placeholder that sets no variable.
fn value_of_expression(
    placeholder: &str,
    request: &Request<'_>,
    variables: &[(String, String)],
) -> Result<String, String> {
    if let Some(variable) = placeholder.strip_prefix('$') {
        let known = variables.iter().rfind(|(name, _)| name == variable);
        return known.map(|(_, value)| value.clone()).ok_or_else(|| unknown(placeholder));
    }
    let name = placeholder.split(['[', '(']).next().unwrap_or_default();
    let arguments = &placeholder[name.len()..];
    let indices: Vec<&str> = arguments.split('[').skip(1).map(|part| part.trim_end_matches(']')).collect();
    let value = match (name, indices.as_slice()) {
        ("host", []) => Some(HOST.to_owned()),
        ("domains", [subdomain]) | ("hosts", ["", subdomain]) => Some(domain(subdomain, HOST)),
        ("hosts", ["alt", subdomain]) => Some(domain(subdomain, &format!("not-{HOST}"))),
        ("ports", [protocol, index]) => ports(protocol, index),
        ("location", [part]) => location(request.url, part),
        ("GET", [name]) => request.url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned()),
        ("headers", [name]) => header(request, name),
        ("header_or_default", []) => {
            let arguments = arguments.trim_matches(['(', ')']).split_once(',');
            arguments.map(|(name, default)| header(request, name.trim()).unwrap_or_else(|| default.trim().to_owned()))
        }
        ("uuid", []) => Some(uuid()),
        ("fs_path", []) => {
            let path = arguments.trim_matches(['(', ')']).trim_start_matches('/');
            Some(request.root.join(path).display().to_string())
        }
        ("url_base", []) => Some("/".to_owned()),
        _ => None,
    };
    value.ok_or_else(|| unknown(placeholder))
}

fn unknown(placeholder: &str) -> String {
    format!("the placeholder {{{{{placeholder}}}}} is not supported")
}

fn domain(subdomain: &str, host: &str) -> String {
    // The letters that are not ASCII are those of the subdomain with an international name.
    let subdomain = if subdomain.is_ascii() { subdomain.to_owned() } else { punycode(subdomain) };
    if subdomain.is_empty() { host.to_owned() } else { format!("{subdomain}.{host}") }
}

fn punycode(label: &str) -> String {
    let url = Url::parse(&format!("http://{label}/"));
    url.ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_else(|| label.to_owned())
}

fn ports(protocol: &str, index: &str) -> Option<String> {
    let (_, ports) = PORTS.iter().find(|(name, _)| *name == protocol)?;
    ports.get(index.parse::<usize>().ok()?).map(|&port| port.to_owned())
}

fn location(url: &Url, part: &str) -> Option<String> {
    let number = url.port_or_known_default().map(|port| port.to_string()).unwrap_or_default();
    let hostname = url.host_str().unwrap_or_default();
    Some(match part {
        "server" => format!("{}://{hostname}:{number}", url.scheme()),
        "scheme" => url.scheme().to_owned(),
        "host" => format!("{hostname}:{number}"),
        "hostname" => hostname.to_owned(),
        "port" => number,
        "path" | "pathname" => url.path().to_owned(),
        "query" => format!("?{}", url.query().unwrap_or_default()),
        _ => return None,
    })
}

fn header(request: &Request<'_>, name: &str) -> Option<String> {
    request.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.clone())
}

/// A random UUID. Tests only need it to be unique.
fn uuid() -> String {
    let bits = (fastrand::u128(..) & !(0xf << 76) & !(0x3 << 62)) | (0x4 << 76) | (0x2 << 62);
    let hex = format!("{bits:032x}");
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

fn escaped(text: &str) -> String {
    let escape = |character| match character {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&#x27;".to_owned(),
        _ => String::from(character),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> Result<String, String> {
        let url = Url::parse("http://web-platform.test:8000/a/b.sub.js?x=1%262&y=").unwrap();
        let headers = [("X-Test".to_owned(), "<v>".to_owned())];
        expand(text, &Request { url: &url, headers: &headers, root: Path::new("/root") }, false)
    }

    #[test]
    fn placeholders_are_replaced() {
        let cases = [
            ("no {placeholder} {{", "no {placeholder} {{"),
            ("{{host}}:{{ports[http][0]}}", "web-platform.test:8000"),
            ("{{domains[www1]}} {{domains[]}}", "www1.web-platform.test web-platform.test"),
            ("{{hosts[alt][]}} {{hosts[alt][www]}}", "not-web-platform.test www.not-web-platform.test"),
            ("{{location[server]}}{{location[path]}}", "http://web-platform.test:8000/a/b.sub.js"),
            ("{{location[query]}} {{location[host]}}", "?x=1%262&y= web-platform.test:8000"),
            ("{{GET[x]}}|{{GET[y]}}", "1&2|"),
            ("{{headers[x-test]}} {{header_or_default(A, none)}}", "<v> none"),
            ("{{fs_path(/c.txt)}}", "/root/c.txt"),
            ("{{$a:GET[x]}}{{$a}}", "1&21&2"),
        ];
        for (text, expected) in cases {
            assert_eq!(expanded(text).as_deref(), Ok(expected), "{text}");
        }
        let id = expanded("{{$id:uuid()}} {{$id}}").unwrap();
        let (first, second) = id.split_once(' ').unwrap();
        assert_eq!((first, first.len(), &first[14..15]), (second, 36, "4"));
    }

    #[test]
    fn unknown_placeholders_are_errors() {
        for text in ["{{nothing}}", "{{ports[ftp][0]}}", "{{ports[http][9]}}", "{{$a}}", "{{GET[z]}}", "{{}}"] {
            assert!(expanded(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_placeholder_may_set_many_variables() {
        assert_eq!(expanded("{{$a:$b:host}} {{$b}}").as_deref(), Ok("web-platform.test web-platform.test"));
        let many = format!("{{{{{}host}}}}", "$a:".repeat(300_000));
        assert_eq!(expanded(&many).as_deref(), Ok("web-platform.test"));
    }

    #[test]
    fn values_in_markup_are_escaped() {
        let url = Url::parse("http://web-platform.test/?x=%3Ca%3E").unwrap();
        let request = Request { url: &url, headers: &[], root: Path::new("/") };
        assert_eq!(expand("{{GET[x]}}", &request, true).as_deref(), Ok("&lt;a&gt;"));
    }
}
