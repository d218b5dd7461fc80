import { nameKey } from "@offergraph/shared/schema/name-key";
import type { Ref } from "@offergraph/shared/schema/ref";
import { completeRecords, lockCodes } from "../../db/discount-codes.js";
import { lockName, readIdsByName } from "../../db/names.js";
import type { DiscountCodeRecord, DiscountCodeRow } from "../../db/rows.js";
import type { Path } from "../../domain/fields.js";
import { readCodeRef } from "../../domain/names.js";
import type { SaveArguments } from "../../domain/save-arguments.js";
import type { Db, MutationTx } from "../../tx.js";

/**
 * Finds the existing discount code that the mutation changes. Searches by id, or by body.code if the client omits the id. Locks the code's
 * row. Returns undefined if the mutation creates a new code. Adds an error if the id is unknown.
 */
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

/** Locks the row of the code with this name. Repeats the lookup if the code was renamed before the lock was acquired. */
async function lockNamed(tx: Db, key: string, codeOnly: boolean): Promise<DiscountCodeRecord | undefined> {
  for (;;) {
    const id = (await readIdsByName(tx.sql, [key], codeOnly)).get(key);
    if (id === undefined) return undefined;
    const record = await lockRecord(tx, id);
    const names = record ? [record, ...(codeOnly ? [] : record.aliasedCodes)] : [];
    if (names.some(({ code }) => nameKey(code) === key)) return record;
  }
}

/** Locks the codes. Returns each code once, in the order of the ids. Throws if a code does not exist. */
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

/**
 * Finds discount codes by id, code or alias. Locks the codes' rows and returns each code once. Throws an Error that lists unknown
 * references.
 */
export async function lockCodesByRef(tx: Db, refs: readonly string[]): Promise<DiscountCodeRow[]> {
  const { codes, unknown } = await findCodes(tx, refs);
  if (unknown.length > 0)
    throw new Error(`Discount codes not found in this workspace: ${unknown.map((position) => refs[position]).join(", ")}.`);
  return codes;
}

/**
 * Finds and locks discount codes by id, code or alias. Returns each code once, in the order of the references. Adds an error for each
 * unknown reference.
 */
export async function lockCodesOfRefs(tx: MutationTx, refs: readonly Ref[], path: Path): Promise<DiscountCodeRow[]> {
  // If the number of references is invalid, skips the lookup.
  if (tx.errors.has(path)) return [];
  const { codes, unknown } = await findCodes(tx, refs);
  for (const position of unknown) tx.errors.add([...path, position], "NOT_FOUND", "There is no such discount code in this workspace.");
  return codes;
}

/**
 * Finds and locks discount codes by id, code or alias. Returns the code of each reference. For an unknown reference, adds an error and
 * returns undefined.
 */
export async function lockCodesInOrder(tx: MutationTx, refs: readonly Ref[], path: Path): Promise<(DiscountCodeRow | undefined)[]> {
  if (tx.errors.has(path)) return [];
  const { ids, codes } = await findCodes(tx, refs);
  const byId = new Map(codes.map((code) => [code.rowId, code]));
  return ids.map((id, position) => {
    const code = id === undefined ? undefined : byId.get(id);
    if (!code) tx.errors.add([...path, position], "NOT_FOUND", "There is no such discount code in this workspace.");
    return code;
  });
}

async function findCodes(
  tx: Db,
  refs: readonly Ref[],
): Promise<{ ids: (string | undefined)[]; codes: DiscountCodeRow[]; unknown: number[] }> {
  const wanted = refs.map(readCodeRef);
  const named = await readIdsByName(
    tx.sql,
    wanted.flatMap((by) => ("key" in by ? by.key : [])),
  );
  const ids = wanted.map((by) => ("id" in by ? by.id : named.get(by.key)));
  const distinct = [...new Set(ids.flatMap((id) => id ?? []))];
  const byId = new Map((await lockCodes(tx, distinct)).map((code) => [code.rowId, code]));
  return {
    ids,
    codes: distinct.flatMap((id) => byId.get(id) ?? []),
    unknown: ids.flatMap((id, position) => (id !== undefined && byId.has(id) ? [] : [position])),
  };
}
