// Makes and finds elements. Text always becomes text: nothing here parses markup.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | EventListener | undefined>;

/** Creates an element. An attribute that is a function listens to the event of that name; `false` leaves one out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) made.append(child);
  }
  return made;
}

/** The element of the page with this id, which must be of this type. */
export function byId<E extends Element>(id: string, type: abstract new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} with the id ${id}`);
  return found;
}

/** `1 run`, `2,000 runs`. */
export function counted(count: number, what: string): string {
  return `${new Intl.NumberFormat('en').format(count)} ${what}${count === 1 ? '' : 's'}`;
}
