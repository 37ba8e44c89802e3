for (using resource = null; ;) break
