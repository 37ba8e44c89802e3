export = { value: 1 as number, label: (): string => 'label' };
