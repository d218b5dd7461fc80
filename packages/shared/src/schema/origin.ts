/** True for an http(s) origin in the form that browsers send (RFC 6454), with a lower-case host and without a default port. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^*]+$/.test(text)) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}
