// For TypeScript's older ways to find modules, which read no "exports".

/// <reference path="./types/node-test.d.ts" />
