run --virtual-time --dom happy-dom ../dom/page.mjs
