//! The hosts that `--allow-net` allows.

use std::str::FromStr;

use url::{Host, Url};

/// The text that means all hosts.
pub(super) const ALL: &str = "*";

/// All hosts, or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hosts(Vec<(Host<String>, Option<u16>)>);

impl Hosts {
    /// Whether requests to a URL are allowed.
    pub(super) fn allow(&self, url: &Url) -> bool {
        let Some(host) = url.host() else { return false };
        let (host, port) = (host.to_owned(), url.port_or_known_default());
        let is_it = |(known, known_port): &(Host<String>, Option<u16>)| {
            *known == host && known_port.is_none_or(|known| Some(known) == port)
        };
        self.0.is_empty() || self.0.iter().any(is_it)
    }
}

impl FromStr for Hosts {
    type Err = String;

    /// Parses a list with commas, or `*` for all hosts.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("no host is given; omit '=' to allow all hosts".to_owned());
        }
        let items = text.split(',').filter(|_| text != ALL);
        items.map(parse_host).collect::<Result<_, _>>().map(Self)
    }
}

/// Parses `HOST` or `HOST:PORT`.
fn parse_host(text: &str) -> Result<(Host<String>, Option<u16>), String> {
    if text.contains('/') {
        return Err(format!("'{text}' is a URL, not a host"));
    }
    if text.contains('*') {
        return Err(format!("patterns such as '{text}' are not supported: list each host"));
    }
    // The port of an IPv6 address is after its bracket.
    let address_end = text.rfind(']').unwrap_or(0);
    let (host, port) = match text[address_end..].rfind(':') {
        Some(colon) => (&text[..address_end + colon], Some(&text[address_end + colon + 1..])),
        None => (text, None),
    };
    let parsed = Host::parse(host).map_err(|error| format!("'{text}' is not a host: {error}"))?;
    let port = port.map(|port| port.parse().map_err(|_| format!("'{text}': '{port}' is not a port")));
    Ok((parsed, port.transpose()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(hosts: &str, url: &str) -> bool {
        hosts.parse::<Hosts>().unwrap().allow(&Url::parse(url).unwrap())
    }

    #[test]
    fn hosts_with_and_without_ports() {
        assert!(allows("*", "http://example.com/"));
        assert!(allows("example.com", "https://EXAMPLE.com:81/"));
        assert!(!allows("example.com", "https://www.example.com/"));
        assert!(allows("a.test,example.com:443", "https://example.com/"));
        assert!(!allows("a.test,example.com:443", "http://example.com/"));
        assert!(allows("127.0.0.1:8000", "http://127.1:8000/"));
        assert!(allows("[::1]:8000", "http://[::1]:8000/"));
        assert!(allows("[::1]", "http://[::1]:8000/"));
        assert!(allows("bücher.example", "http://xn--bcher-kva.example/"));
    }

    #[test]
    fn other_texts_are_errors() {
        for text in [
            "https://example.com",
            "a b",
            "example.com:x",
            "example.com:70000",
            "example.com,",
            "::1",
            "",
            "*.example.com",
            "*,a",
            "*:80",
        ] {
            assert!(text.parse::<Hosts>().is_err(), "{text}");
        }
    }
}
