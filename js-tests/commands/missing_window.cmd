run -e 'window.x'
