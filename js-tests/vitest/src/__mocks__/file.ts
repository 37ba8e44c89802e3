export const read = (): string => 'from the folder of mocks';
