run -p 'throw 5'
