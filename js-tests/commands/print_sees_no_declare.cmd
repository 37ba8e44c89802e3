run -p "import { seen } from '../modules/sees_globals.mjs'; [typeof $$declare, seen, '$$declare' in import.meta]"
