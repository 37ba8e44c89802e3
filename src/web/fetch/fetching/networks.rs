//! The network of a context.

use std::rc::Rc;

use boa_engine::{Context, JsData};
use boa_gc::{Finalize, Trace};

use super::fetch::{Fetch, OpenFetches};
use crate::web::fetch::network::Network;

/// The network of a context, and its fetches.
#[derive(Trace, Finalize, JsData)]
pub(super) struct CurrentNetwork {
    #[unsafe_ignore_trace]
    pub(super) network: Rc<dyn Network>,
    #[unsafe_ignore_trace]
    pub(super) open: Rc<OpenFetches>,
}

/// Sets the network of a context. Fetches that have begun stay with theirs.
pub fn set_network(network: Rc<dyn Network>, context: &mut Context) {
    let open = context.get_data::<CurrentNetwork>().map(|current| Rc::clone(&current.open)).unwrap_or_default();
    context.insert_data(CurrentNetwork { network, open });
}

/// The network of a context.
#[must_use]
pub fn network(context: &Context) -> Option<Rc<dyn Network>> {
    context.get_data::<CurrentNetwork>().map(|current| Rc::clone(&current.network))
}

/// The fetch with this number, if it has not ended.
pub(in crate::web::fetch) fn open_fetch(id: u64, context: &Context) -> Option<Rc<Fetch>> {
    context.get_data::<CurrentNetwork>()?.open.fetches.borrow().get(&id).cloned()
}
