run --compare chromium,firefox -e 'scheduler.postTask(() => console.log("delayed"), { delay: 11 }); setTimeout(() => console.log("timer"), 17)'
