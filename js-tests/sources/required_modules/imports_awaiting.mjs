import './awaits.mjs'; export const y = 1
