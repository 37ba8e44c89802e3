export const { env } = import.meta;
console.log(env.MODE, env.DEV, env.PROD, env.SSR, env.BASE_URL, env.VITE_NAME, env.HIDDEN);
