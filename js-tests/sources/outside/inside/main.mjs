await import('./link.ts').catch(error => console.log('no')); await import('./fine.ts'); console.log('done')
