import './first';
import { slow } from './slow';
import { slower } from './slower';

export const second = () => `${slow} and ${slower}`;
