export const value = [1, 2].map(x => x * 2).join();
