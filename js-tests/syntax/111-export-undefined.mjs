const total = 1;
export { totl };
