export const fine: boolean = true;
