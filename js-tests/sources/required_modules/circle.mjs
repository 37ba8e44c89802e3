import './circle.cjs';
export const value = 1;
