/** True for an http(s) origin exactly as browsers send it: scheme, lower-case host, port only if not the default (RFC 6454). */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^*]+$/.test(text)) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}
