run ../sources/suppressed.mjs
