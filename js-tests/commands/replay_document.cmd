replay --dom jsdom ../exploration/racy_idle_short.js
