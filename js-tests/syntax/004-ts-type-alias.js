const queue = [];
type Priority = 'user-blocking' | 'background';
queue.push(1);
