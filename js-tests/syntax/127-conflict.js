const delay = 1;
<<<<<<< HEAD
const priority = 'background';
=======
const priority = 'user-blocking';
>>>>>>> feature
