export function givenCodes(option: readonly string[] | undefined, bare: readonly string[]): string[] {
  const refs = [...(option ?? []), ...bare];
  if (refs.length === 0) throw new Error("Name at least one discount code: --code <id, code or alias>.");
  return refs;
}

export function countOf(codes: number): string {
  return `${codes} discount code${codes === 1 ? "" : "s"}`;
}
