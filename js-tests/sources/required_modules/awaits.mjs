await 1; export const x = 1
