export const seen = [];
for await (const x of [1, 2, 3]) seen.push(x); // the last line is a comment