run --window -p '[window === globalThis, window.window === self, Object.getOwnPropertyDescriptor(self, "window").writable]'
