export const a = <b>text</b>;
