/** A queue in which groups of items take turns. `shift` removes the oldest item of the next group. */
export class TurnQueue<Item> {
  readonly #groups = new Map<string, Item[]>();

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  push(group: string, item: Item): void {
    const items = this.#groups.get(group);
    if (items) items.push(item);
    else this.#groups.set(group, [item]);
  }

  shift(): Item | undefined {
    const [first] = this.#groups;
    if (!first) return undefined;
    const [group, items] = first;
    const item = items.shift();
    // A Map keeps insertion order, so deleting and adding the group moves the group to the end.
    this.#groups.delete(group);
    if (items.length > 0) this.#groups.set(group, items);
    return item;
  }
}
