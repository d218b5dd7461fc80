/** Formats a number for a table. Returns a dash for a missing value. */
export const figure = (value: number | undefined): string => {
  if (value === undefined) return "–";
  return value < 100 ? value.toFixed(1) : value.toFixed(0);
};

/** Formats a number for an axis, e.g. 0.5, 20, 1.5k. */
export function shortNumber(value: number): string {
  if (value >= 1000) return `${Number((value / 1000).toPrecision(2))}k`;
  return String(Number(value.toPrecision(2)));
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
