export const state = $state(1);
