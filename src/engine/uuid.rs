//! Random UUIDs.

use std::fmt::Write;

use boa_engine::Context;

use super::fill_with_random_bytes;

/// [Generates a random UUID](https://w3c.github.io/webcrypto/#dfn-generate-a-random-uuid). It follows from the
/// context's seed, if it has one.
///
/// # Errors
///
/// If the operating system has no random bytes.
pub(crate) fn random_uuid(context: &mut Context) -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    fill_with_random_bytes(&mut bytes, context)?;
    Ok(uuid(bytes))
}

fn uuid(mut bytes: [u8; 16]) -> String {
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut uuid = String::with_capacity(36);
    for (index, byte) in bytes.into_iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            uuid.push('-');
        }
        // Writing to a string never fails.
        let _ = write!(uuid, "{byte:02x}");
    }
    uuid
}

#[cfg(test)]
mod tests {
    use super::uuid;

    #[test]
    fn version_and_variant_replace_bits() {
        assert_eq!(uuid([0; 16]), "00000000-0000-4000-8000-000000000000");
        assert_eq!(uuid([0xff; 16]), "ffffffff-ffff-4fff-bfff-ffffffffffff");
        let bytes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        assert_eq!(uuid(bytes), "00010203-0405-4607-8809-0a0b0c0d0e0f");
    }
}
