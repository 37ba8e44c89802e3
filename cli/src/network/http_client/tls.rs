//! The settings of TLS.

use std::sync::Arc;

use rustls::crypto::ring;
use rustls::{ClientConfig, Error, RootCertStore};

use crate::network::ca_file::CaFile;

/// Returns the settings. Servers are verified with the certificates of the file, or else with those that are built in.
///
/// # Errors
///
/// Whatever `rustls` reports if it cannot use its cryptography.
pub(super) fn tls_config(ca_file: Option<&CaFile>) -> Result<ClientConfig, Error> {
    let mut roots = RootCertStore::empty();
    match ca_file {
        // Those that are not valid verify nothing.
        Some(file) => drop(roots.add_parsable_certificates(file.certificates())),
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
    }
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions()?;
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}
