interface User { name: string; tags?: string[] }
function label(user: User, sep: string = ', '): string {
  const parts = user.tags!.map((tag: string) => tag.trim());
  return parts.join(sep);
}
label({ name: 'a' } as User);
