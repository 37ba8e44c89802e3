run --virtual-time --dom jsdom --location https://example.com/a/ ../dom/page.mjs
