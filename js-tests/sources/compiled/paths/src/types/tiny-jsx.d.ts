export declare const Fragment: unique symbol;
