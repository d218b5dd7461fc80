const withoutMark = (etag: string) => etag.trim().replace(/^W\//, "");

/** True if the header If-None-Match contains the ETag. Compares weak and strong ETags as equal (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === "*" || header.split(",").some((known) => withoutMark(known) === withoutMark(etag));
}
