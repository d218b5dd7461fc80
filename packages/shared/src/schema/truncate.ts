/** Truncates a string without splitting a surrogate pair. */
export function truncate(text: string, most: number): string {
  const cut = text.slice(0, most);
  return cut.length < text.length && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
