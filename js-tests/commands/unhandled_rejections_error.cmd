run --unhandled-rejections error -e 'Promise.reject(new Error("counted"))'
