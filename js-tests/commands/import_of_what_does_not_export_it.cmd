run -
import { nothing } from '../modules/a.mjs';
