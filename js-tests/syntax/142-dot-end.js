const el = document.body;
el.append('x').;
