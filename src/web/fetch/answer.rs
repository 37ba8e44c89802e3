//! What a [`Network`](super::Network) answers.

/// What a server answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkResponse {
    /// The status, such as 200.
    pub status: u16,
    /// The text after the status, which may be empty.
    pub status_text: String,
    /// Names and values. Their characters are bytes.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// The answer to a request. An error is the message of the `TypeError` that the promise of `fetch` is rejected with.
pub type Answer = Result<NetworkResponse, String>;
