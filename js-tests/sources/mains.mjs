// Node knows no field `module` of packages.
import { name } from 'two-mains';

console.log(name);
