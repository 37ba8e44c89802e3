../components/main.mjs
