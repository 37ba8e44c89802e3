export const Fragment = 'fragment';
export const h = (type: string, attributes: object | null, ...children: unknown[]) => ({ type, attributes, children });
