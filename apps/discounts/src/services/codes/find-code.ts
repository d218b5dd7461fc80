import { nameKey } from "@offergraph/shared/schema/name-key";
import type { Ref } from "@offergraph/shared/schema/ref";
import { completeRecords, lockCodes } from "../../db/discount-codes.js";
import { lockName, readIdsByName } from "../../db/names.js";
import { type DiscountCodeRecord, type DiscountCodeRow, idsOf } from "../../db/rows.js";
import type { Path } from "../../domain/fields.js";
import { readCodeRef } from "../../domain/names.js";
import type { SaveArguments } from "../../domain/save-arguments.js";
import type { Db, MutationTx } from "../../tx.js";

/** Locks the discount code to save, found by id or else by body.code; undefined if the code is new. An unknown id is an error. */
export async function findCodeToSave(tx: MutationTx, { id, body, path }: SaveArguments): Promise<DiscountCodeRecord | undefined> {
  const codePath = [...path, "body", "code"];
  const key = body.code && !tx.errors.has(codePath) ? nameKey(body.code) : undefined;
  if (key !== undefined) await lockName(tx, key);
  if (id !== undefined) {
    const record = await lockRecord(tx, id);
    if (!record) tx.errors.add([...path, "id"], "NOT_FOUND", "There is no such discount code in this workspace.");
    return record;
  }
  if (body.code === undefined) tx.errors.add(codePath, "REQUIRED", "body.code is required if id is omitted.");
  return key === undefined ? undefined : lockNamed(tx, key, true);
}

export async function lockCodeOfRef(tx: MutationTx, ref: Ref, path: Path): Promise<DiscountCodeRecord | undefined> {
  // Skips a text that failed validation, because PostgreSQL may reject the text.
  if (tx.errors.has(path)) return undefined;
  const by = readCodeRef(ref);
  const record = await ("id" in by ? lockRecord(tx, by.id) : lockNamed(tx, by.key, false));
  if (!record) tx.errors.add(path, "NOT_FOUND", "There is no such discount code in this workspace.");
  return record;
}

async function lockRecord(tx: Db, id: string): Promise<DiscountCodeRecord | undefined> {
  const [record] = await completeRecords(tx.sql, await lockCodes(tx, [id]));
  return record;
}

/** Locks the code with this name. Repeats the lookup if the code was renamed while this transaction waited for the lock. */
async function lockNamed(tx: Db, key: string, codeOnly: boolean): Promise<DiscountCodeRecord | undefined> {
  for (;;) {
    const id = (await readIdsByName(tx.sql, [key], codeOnly)).get(key);
    if (id === undefined) return undefined;
    const record = await lockRecord(tx, id);
    const names = record ? [record, ...(codeOnly ? [] : record.aliasedCodes)] : [];
    if (names.some(({ code }) => nameKey(code) === key)) return record;
  }
}

/** Locks the codes with these ids and returns each code once, in order. Throws if a code does not exist. */
export async function lockListedCodes(tx: MutationTx, given: readonly string[], path: Path): Promise<DiscountCodeRow[]> {
  tx.check();
  const ids = given.map((id) => id.toLowerCase());
  const codes = new Map((await lockCodes(tx, [...new Set(ids)])).map((code) => [code.rowId, code]));
  ids.forEach((id, position) => {
    if (!codes.has(id)) tx.errors.add([...path, position], "NOT_FOUND", "There is no such discount code in this workspace.");
  });
  tx.check();
  return [...new Set(ids)].flatMap((id) => codes.get(id) ?? []);
}

/** Finds discount codes by id, code or alias; locks and returns each code once. Throws an Error that lists unknown references. */
export async function lockCodesByRef(tx: Db, refs: readonly string[]): Promise<DiscountCodeRow[]> {
  const given = refs.map((ref) => ({ ref, by: readCodeRef(ref) }));
  const keys = given.flatMap(({ by }) => ("key" in by ? by.key : []));
  const named = await readIdsByName(tx.sql, keys);
  const found = given.map(({ ref, by }) => ({ ref, id: "id" in by ? by.id : named.get(by.key) }));
  const codes = await lockCodes(tx, [...new Set(found.flatMap(({ id }) => id ?? []))]);
  const known = new Set(idsOf(codes));
  const unknown = found.filter(({ id }) => id === undefined || !known.has(id)).map(({ ref }) => ref);
  if (unknown.length > 0) throw new Error(`Discount codes not found in this workspace: ${unknown.join(", ")}.`);
  return codes;
}
