//! The networks that programs can be given: the real one, and one that answers with files.

mod ca_file;
mod folder;
mod hosts;
mod http_client;
mod latency;
mod refusal;

use std::path::PathBuf;
use std::rc::Rc;

use clap::Args;
use posttask::RuntimeBuilder;
use posttask::Url;
use posttask::fetch::Network;

pub(super) use hosts::Hosts;
pub(super) use latency::Latency;

use ca_file::CaFile;
use folder::Folder;
pub(super) use folder::OnAnswer;
use http_client::HttpClient;
use refusal::Refusal;

use crate::shell_words::quoted;

/// What `fetch` can reach.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Network")]
pub(super) struct NetworkOptions {
    /// Allow fetch to reach all hosts, or only these, such as example.com,localhost:8000 (real time only)
    #[arg(
        long,
        value_name = "HOSTS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = hosts::ALL,
        conflicts_with = "fetch_root"
    )]
    pub(super) allow_net: Option<Hosts>,

    /// Verify servers with the certificates in this PEM file, instead of those that are built in
    #[arg(long, value_name = "FILE", requires = "allow_net")]
    pub(super) ca_file: Option<CaFile>,

    /// Answer fetch with files from this folder: DIR/PATH, or DIR/HOST/PATH if DIR/HOST is a folder
    #[arg(long, value_name = "DIR")]
    pub(super) fetch_root: Option<PathBuf>,

    /// The latency of these responses on the program's clock, such as 20ms or 20ms..200ms (default: 0ms)
    #[arg(long, value_name = "DURATION", requires = "fetch_root", conflicts_with = "allow_net")]
    pub(super) fetch_latency: Option<Latency>,

    /// The program's base URL, which also determines its origin (default with --fetch-root: `http://localhost/`)
    #[arg(long, value_name = "URL")]
    pub(super) location: Option<Url>,
}

impl NetworkOptions {
    /// Checks the options.
    ///
    /// # Errors
    ///
    /// Returns a message if the network is real and time is not, or if there is no such folder.
    pub(super) fn check(&self, is_virtual: bool, real_time: &str) -> Result<(), String> {
        if self.allow_net.is_some() && is_virtual {
            return Err(format!(
                "--allow-net cannot be used with virtual time, which does not wait for servers: \
                 {real_time}, or use --fetch-root DIR"
            ));
        }
        match &self.fetch_root {
            Some(root) if !root.is_dir() => Err(format!("--fetch-root: {} is not a folder", root.display())),
            _ => Ok(()),
        }
    }

    /// Gives a program its network. The seed determines latencies.
    pub(super) fn configure(&self, builder: RuntimeBuilder, is_virtual: bool, seed: Option<u64>) -> RuntimeBuilder {
        let network: Rc<dyn Network> = match (&self.fetch_root, &self.allow_net) {
            (Some(root), _) => Rc::new(Folder::new(root, self.fetch_latency.unwrap_or_default().drawn_from(seed))),
            (None, Some(hosts)) => Rc::new(HttpClient::new(hosts.clone(), self.ca_file.as_ref())),
            (None, None) => Rc::new(Refusal { is_virtual }),
        };
        let builder = builder.network(network);
        match self.base_url() {
            Some(url) => builder.base_url(url),
            None => builder,
        }
    }

    /// Gives a program the network of [`Self::configure`], if it answers with files, and tells of its answers.
    pub(super) fn tell(&self, builder: RuntimeBuilder, seed: Option<u64>, on_answer: OnAnswer) -> RuntimeBuilder {
        let Some(root) = &self.fetch_root else { return builder };
        let folder = Folder::new(root, self.fetch_latency.unwrap_or_default().drawn_from(seed));
        builder.network(Rc::new(folder.telling(on_answer)))
    }

    /// The program's base URL, if it has one.
    pub(super) fn base_url(&self) -> Option<Url> {
        let default = || self.fetch_root.as_ref().and_then(|_| Url::parse("http://localhost/").ok());
        self.location.clone().or_else(default)
    }

    /// Returns the options as on a command line, each with a space after it.
    pub(super) fn options(&self) -> String {
        let root = self.fetch_root.as_ref().map(|root| format!("--fetch-root {} ", quoted(&root.to_string_lossy())));
        let latency = self.fetch_latency.map(|latency| format!("--fetch-latency {latency} "));
        let location = self.location.as_ref().map(|url| format!("--location {} ", quoted(url.as_str())));
        [root, latency, location].into_iter().flatten().collect()
    }
}
