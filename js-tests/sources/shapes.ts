export enum Kind { Square, Round }
export interface Shape { kind: Kind }
