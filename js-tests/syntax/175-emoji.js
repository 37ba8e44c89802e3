const s = '🎉 done'; const t = 'é';
console.log('🎉', s t);
