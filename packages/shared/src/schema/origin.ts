/** True for an http(s) origin as browsers send it (RFC 6454): scheme, lower-case host, and the port if it is not the default port. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^*]+$/.test(text)) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}
