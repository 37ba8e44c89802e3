import './requires_circle.cjs';
export const circle = 1;
