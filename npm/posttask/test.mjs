// `posttask test` has this module. In other runners, this import fails and names it.
export * from 'posttask:test';
