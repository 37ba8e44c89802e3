var queried = 'imported';
