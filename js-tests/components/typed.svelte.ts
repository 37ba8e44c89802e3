export const state: number = $state(1);
