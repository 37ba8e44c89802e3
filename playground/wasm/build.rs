//! Sets the size of the stack in the memory of WebAssembly, which is 1 MiB otherwise: the parser of the engine needs
//! more for nested brackets.

fn main() {
    const STACK: u32 = 16 << 20;
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family.contains("wasm")) {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
    }
}
