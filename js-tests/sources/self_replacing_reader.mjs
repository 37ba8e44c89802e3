// Gets its objects from its callers, so it does not import the file with the getters.
export const sizeOf = holder => holder.value.size;
