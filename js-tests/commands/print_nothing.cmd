run -p 'if (false) 1'
