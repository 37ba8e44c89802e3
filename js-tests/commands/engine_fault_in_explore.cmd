explore --runs 2 -e 'setTimeout(() => new Date(0).toLocaleDateString("de"))'
