const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes a text for an HTML element or attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

/** Serializes JSON for a script element: it cannot end the element or start a comment. */
export const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");
