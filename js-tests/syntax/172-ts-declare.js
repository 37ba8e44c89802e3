const a = 1;
declare const scheduler;
