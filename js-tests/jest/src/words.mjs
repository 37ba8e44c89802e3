export const verb = () => 'runs';
export const noun = 'program';
export let count = 0;
count++;
