/// <reference path="./index.d.ts" />
export * from "posttask:test";
