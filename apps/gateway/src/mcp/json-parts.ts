/** Consecutive parts of a JSON text. Each buffer contains UTF-8. */
export type JsonParts = readonly (string | Buffer)[];

/** Copies the parts into one buffer. */
export function joined(parts: JsonParts): Buffer {
  let length = 0;
  for (const part of parts) length += typeof part === "string" ? Buffer.byteLength(part) : part.length;
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const part of parts) at += typeof part === "string" ? bytes.write(part, at) : part.copy(bytes, at);
  return bytes;
}
