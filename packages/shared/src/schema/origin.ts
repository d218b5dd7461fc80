/** True for an http(s) origin in the form that browsers send (RFC 6454): scheme, lower-case host, and port unless default. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^*]+$/.test(text)) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}
