export const wait = () => 1;
