// For TypeScript's older ways to find modules, which read no "exports".

/// <reference path="./index.d.ts" />
export * from "posttask:test";
