import type { IncomingMessage } from "node:http";

/**
 * Returns all values of a header, in the order in which the client sent them. `name` is in lower case. Node's `request.headers` omits or
 * joins repeated headers. `request.headersDistinct` contains repeated headers, but copies all headers of the request.
 */
export function headerValues({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? "";
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? "");
  }
  return values;
}
