run -p 'new Promise(() => {})'
