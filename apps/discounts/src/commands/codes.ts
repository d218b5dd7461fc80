/** What `--code` and bare arguments ask for, together. */
export function givenCodes(option: readonly string[] | undefined, bare: readonly string[]): string[] {
  const refs = [...(option ?? []), ...bare];
  if (refs.length === 0) throw new Error("Say which ones: --code <id, code or alias>.");
  return refs;
}

/** "1 discount code", "2 discount codes". */
export function countOf(codes: number): string {
  return `${codes} discount code${codes === 1 ? "" : "s"}`;
}
