const a = 1;
const class = 'high';
