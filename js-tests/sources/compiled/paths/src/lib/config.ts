import { helper } from '@lib/helper';

export default { name: 'config', helper: helper() };
