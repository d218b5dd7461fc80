import { lockCodes, readIdsByName } from "../data/discount-codes.js";
import type { DiscountCodeRow } from "../data/rows.js";
import { readCodeRef } from "../domain/code-ref.js";
import type { CodeWrite } from "./write.js";

/** The discount codes that these ids, codes or aliases mean, each once and locked. Throws an Error that names all that mean none. */
export async function lockCodesByRef({ read }: CodeWrite, refs: readonly string[]): Promise<DiscountCodeRow[]> {
  const meant = refs.map((ref) => ({ ref, by: readCodeRef(ref) }));
  const named = await readIdsByName(
    read,
    meant.flatMap(({ by }) => ("key" in by ? by.key : [])),
  );
  const found = meant.map(({ ref, by }) => ({ ref, id: "id" in by ? by.id : named.get(by.key) }));
  const codes = await lockCodes(read, [...new Set(found.flatMap(({ id }) => id ?? []))]);
  const known = new Set(codes.map(({ rowId }) => rowId));
  const unknown = found.filter(({ id }) => id === undefined || !known.has(id)).map(({ ref }) => ref);
  if (unknown.length > 0) throw new Error(`There is no such discount code in this workspace: ${unknown.join(", ")}.`);
  return codes;
}
