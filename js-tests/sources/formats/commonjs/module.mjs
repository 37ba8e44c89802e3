export const from = import.meta.url.split('/').pop();
