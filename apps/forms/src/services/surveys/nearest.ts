/** Suggests up to three names with a similar spelling; empty if none is close. */
export function nearest(wrong: string, names: readonly string[]): string {
  if (wrong.length > 60) return "";
  const close = names
    .map((name) => ({ name, distance: distanceOf(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(1, wrong.length / 3))
    .sort((one, other) => one.distance - other.distance || one.name.localeCompare(other.name))
    .slice(0, 3);
  return close.length > 0 ? ` Did you mean ${close.map(({ name }) => name).join(" or ")}?` : "";
}

/** Levenshtein distance. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 0; column < other.length; column += 1)
      next.push(Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + (letter === other[column] ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
