import { hasProtoKey } from "@offergraph/shared/json/exact-json";
import { survives } from "@offergraph/shared/json/exact-number";

/** Digits enough for a double to lose some of them, or an exponent. */
const doubtful = /[:,[\s]-?(?:\d[\d.]{15,}|\d+(?:\.\d+)?e)/i;
const tokens = /\\.|"|-?\d[\d.e+-]*/gi;

/** The value of a JSON text, with Infinity in place of every number that would not stay what it is. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Copies of a record would drop it.
  if ((text.includes("__proto__") || text.includes("\\u")) && hasProtoKey(value))
    throw new SyntaxError('the key "__proto__" is not allowed');
  return doubtful.test(text) ? JSON.parse(markNumbers(text)) : value;
}

/** `text` has to be JSON. */
function markNumbers(text: string): string {
  let isInText = false;
  return text.replace(tokens, (token) => {
    if (token === '"') isInText = !isInText;
    return isInText || !/^-?\d/.test(token) || survives(token) ? token : "1e999";
  });
}
