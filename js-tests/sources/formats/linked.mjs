import './plain.js'; console.log(import.meta.url.split('/').slice(-2).join('/'));
