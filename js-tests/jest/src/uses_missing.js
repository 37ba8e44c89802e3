import missing from './missing';

export const uses = missing;
