run -e 'await import("../modules/waits.mjs")'
