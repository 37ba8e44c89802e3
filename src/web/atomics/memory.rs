//! Which memory a shared buffer has.

use boa_engine::builtins::array_buffer::SharedArrayBuffer;

const _: () = assert!(size_of::<SharedArrayBuffer>() == size_of::<usize>());

/// Returns the address of the [shared data block](https://tc39.es/ecma262/#sec-data-blocks) of a buffer, which is the
/// same for all buffers that share it. While one of them exists, no other block gets it.
pub(super) fn address(memory: &SharedArrayBuffer) -> usize {
    // SAFETY: the type consists of one `Arc`, which is a pointer to its allocation, and the assertion above says that
    // there is nothing else. All bits of a pointer are initialized, and any bits are a valid `usize`, which is only
    // compared.
    unsafe { std::mem::transmute_copy::<SharedArrayBuffer, usize>(memory) }
}

#[cfg(test)]
mod tests {
    use boa_engine::Context;
    use boa_engine::object::builtins::JsSharedArrayBuffer;

    use super::address;

    #[test]
    fn buffers_that_share_memory_have_the_same_address() {
        let context = &mut Context::default();
        let [one, other] = [(); 2].map(|()| JsSharedArrayBuffer::new(8, context).unwrap());
        let copy = JsSharedArrayBuffer::from_buffer(one.inner(), context);
        assert_eq!(address(&one.inner()), address(&copy.inner()));
        assert_ne!(address(&one.inner()), address(&other.inner()));
    }
}
