run --color always -e 'scheduler.postTask(() => missing())'
