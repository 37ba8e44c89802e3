import './cycle_throws_second.mjs';
import './awaits.mjs?2';
throw new Error('thrown in a cycle');
