console.log('awaits longer starts');
for (let i = 0; i < 5; i++) await null;
console.log('awaits longer ends');
export const ready = true;
