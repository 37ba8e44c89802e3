run --warn=-engine,none -e 'new Date(0).toLocaleDateString("de")'
