// The types of the globals, and of the module posttask:test.

/// <reference path="./types/posttask.d.ts" />
/// <reference path="./types/posttask-test.d.ts" />
export {};
