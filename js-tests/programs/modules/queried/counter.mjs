let counted = 0;

export const count = () => ++counted;
export const { url } = import.meta;
