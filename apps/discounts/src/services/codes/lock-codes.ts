import { lockCodes, readIdsByName } from "../../db/discount-codes.js";
import type { DiscountCodeRow } from "../../db/rows.js";
import { readCodeRef } from "../../domain/code-ref.js";
import type { CodeWrite } from "./write.js";

/** Finds and locks discount codes by id, code or alias, each once. Throws an Error that lists unknown references. */
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
