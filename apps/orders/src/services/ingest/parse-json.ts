import { hasProtoKey, survives } from "@offergraph/shared/json/exact-json";

/** Matches a text that may contain a number that a double cannot represent exactly. */
const doubtful = /[:,[\s]-?(?:\d[\d.]{15,}|\d+(?:\.\d+)?e)/i;
const tokens = /\\.|"|-?\d[\d.e+-]*/gi;

/** Parses JSON. Numbers that a double cannot represent exactly become Infinity. Throws SyntaxError if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Rejects the key "__proto__", because object spread would drop this key.
  if ((text.includes("__proto__") || text.includes("\\u")) && hasProtoKey(value))
    throw new SyntaxError('the key "__proto__" is not allowed');
  return doubtful.test(text) ? JSON.parse(markNumbers(text)) : value;
}

function markNumbers(text: string): string {
  let isInText = false;
  return text.replace(tokens, (token) => {
    if (token === '"') isInText = !isInText;
    return isInText || !/^-?\d/.test(token) || survives(token) ? token : "1e999";
  });
}
