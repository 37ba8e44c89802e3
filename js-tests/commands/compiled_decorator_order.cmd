../sources/compiled/decorator_order.ts
