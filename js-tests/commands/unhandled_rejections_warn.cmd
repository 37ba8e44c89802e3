run --unhandled-rejections warn -e 'Promise.reject(new Error("ignored"))'
