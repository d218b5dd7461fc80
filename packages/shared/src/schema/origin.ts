/** Whether a text is an origin exactly as browsers send it: scheme, lower-case host, port only where it is not the scheme's own (RFC 6454). */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^*]+$/.test(text)) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}
