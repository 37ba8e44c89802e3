run -e 'await import("lodash")'
