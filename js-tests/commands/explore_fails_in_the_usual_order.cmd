explore --jobs 1 -e "setTimeout(() => { throw 1 }); scheduler.postTask(() => {})"
