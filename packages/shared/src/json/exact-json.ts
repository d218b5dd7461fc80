/** Error for JSON that a JavaScript object cannot represent exactly. The message explains which JSON to send instead. */
export class InexactJson extends Error {}

/** Matches numbers with an exponent or with more digits than a double can represent. */
const doubtful = /\d[\d.]{15,}|\de[+-]?\d/i;

/** Parses JSON. Throws SyntaxError for invalid JSON, and InexactJson for the key `__proto__` or a number that would lose digits. */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (doubtful.test(text)) refuseLossyNumbers(text);
  // Also checks texts with \u, because escapes such as \u005f can hide the key `__proto__`.
  if ((text.includes("__proto__") || text.includes("\\u")) && hasProtoKey(value))
    throw new InexactJson('The key "__proto__" is not allowed. Use another name.');
  return value;
}

export const lossyNumber = (number: string): string =>
  `The number ${number.slice(0, 40)} would lose digits, because only 15 digits of a JSON number are exact. Send the number as a string.`;

/** Throws InexactJson if a number would lose digits. Ignores the content of strings. `text` must be valid JSON. */
function refuseLossyNumbers(text: string): void {
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const start = at;
      while (at < text.length && /[-+.\deE]/.test(text.charAt(at))) at += 1;
      const number = text.slice(start, at);
      if (!survives(number)) throw new InexactJson(lossyNumber(number));
    } else at += 1;
  }
}

/** Returns the index after the JSON string that starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at + 1;
  }
  return text.length;
}

/** True if any object in a value has an own property `__proto__`. */
export function hasProtoKey(value: unknown): boolean {
  const waiting = [value];
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (Object.hasOwn(next, "__proto__")) return true;
    for (const member of Object.values(next)) if (typeof member === "object" && member !== null) waiting.push(member);
  }
  return false;
}

/** True for a JSON object; false for lists and null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True if a JSON number keeps its value as a double. */
export function survives(number: string): boolean {
  const kept = Number(number);
  return Number.isFinite(kept) && normal(number) === normal(String(kept));
}

/** Writes a number as significant digits and a power of ten, so that equal numbers have equal texts. */
function normal(number: string): string {
  const [, sign = "", whole = "", fraction = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const said = digits.replace(/0+$/, "");
  return said === "" ? "0" : `${sign}${said}e${BigInt(power) - BigInt(fraction.length) + BigInt(digits.length - said.length)}`;
}
