//! What a [`Network`](super::Network) answers.

/// What a server answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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

impl NetworkResponse {
    /// A response with a status and a body, without a status text and headers, which are fields.
    #[must_use]
    pub fn new(status: u16, body: Vec<u8>) -> Self {
        Self { status, body, ..Self::default() }
    }
}

/// The answer to a request. An error is the message of the `TypeError` that the promise of `fetch` is rejected with.
pub type Answer = Result<NetworkResponse, String>;
