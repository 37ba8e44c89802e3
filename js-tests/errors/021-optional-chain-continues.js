const page = { header: null };
function title() {
  return page?.header.title;
}
title();
