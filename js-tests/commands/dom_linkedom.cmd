run --virtual-time --dom linkedom ../dom/page.mjs
