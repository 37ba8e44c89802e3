function count(stats) {
  stats.page.views++;
}
count({});
