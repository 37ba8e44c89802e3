Promise.resolve({}).then(result => result.rows.length).then(n => console.log(n));
