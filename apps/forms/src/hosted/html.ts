const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text as it may stand in HTML, in an element or an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

/** JSON as it may stand in a script element: nothing in it ends the element or begins a comment. */
export const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");
