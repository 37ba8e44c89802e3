replay --order '1:1<9:9' ../exploration/racy_idle_short.js
