//! Data of a context that is made when it is first asked for.

use boa_engine::Context;

/// Returns the data of this type of a context. If there is none yet, makes it.
pub(crate) fn context_data<T: Clone + Default + 'static>(context: &mut Context) -> T {
    if let Some(data) = context.get_data::<T>() {
        return data.clone();
    }
    let data = T::default();
    context.insert_data(data.clone());
    data
}
