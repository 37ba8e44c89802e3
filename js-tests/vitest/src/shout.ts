import { getName } from '@/name';

export const shout = (): string => `${getName().toUpperCase()}!`;
