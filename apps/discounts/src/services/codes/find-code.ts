import { nameKey } from "@offergraph/shared/schema/name-key";
import type { Ref } from "@offergraph/shared/schema/ref";
import { completeRecords, lockCodes, readIdOfCode, readIdsByName } from "../../db/discount-codes.js";
import type { DiscountCodeRecord, DiscountCodeRow } from "../../db/rows.js";
import { lockName } from "../../db/write-code.js";
import { readCodeRef } from "../../domain/code-ref.js";
import type { Path } from "../../domain/fields.js";
import type { SaveArguments } from "../../domain/save-arguments.js";
import type { CodeWrite } from "./write.js";

/**
 * Finds and locks the discount code to save, by id or else by body.code; undefined if it is new. An unknown id is a violation, as is neither
 * id nor code.
 */
export async function findCodeToSave(write: CodeWrite, { id, body, path }: SaveArguments): Promise<DiscountCodeRecord | undefined> {
  const codePath = [...path, "body", "code"];
  const code = body.code && !write.violations.has(codePath) ? body.code : undefined;
  if (code !== undefined) await lockName(write, nameKey(code));
  if (id !== undefined) {
    const record = await lockRecord(write, id);
    if (!record) write.violations.add([...path, "id"], "NOT_FOUND", "There is no such discount code in this workspace.");
    return record;
  }
  if (body.code === undefined) write.violations.add(codePath, "REQUIRED", "body.code is required if id is omitted.");
  return code === undefined ? undefined : lockRecordOfCode(write, code);
}

async function lockRecord(write: CodeWrite, id: string): Promise<DiscountCodeRecord | undefined> {
  const [record] = await completeRecords(write.read, await lockCodes(write.read, [id]));
  return record;
}

function lockRecordOfCode(write: CodeWrite, code: string): Promise<DiscountCodeRecord | undefined> {
  return lockNamed(
    write,
    () => readIdOfCode(write.read, code),
    (record) => nameKey(record.code) === nameKey(code),
  );
}

/** Repeats the lookup if the code was renamed while this transaction waited for its lock. */
async function lockNamed(
  write: CodeWrite,
  find: () => Promise<string | undefined>,
  isMeant: (record: DiscountCodeRecord) => boolean,
): Promise<DiscountCodeRecord | undefined> {
  for (;;) {
    const id = await find();
    if (id === undefined) return undefined;
    const record = await lockRecord(write, id);
    if (record && isMeant(record)) return record;
  }
}

/** Finds and locks the discount code of a Ref. Adds a violation at this path if there is none. */
export async function lockCodeOfRef(write: CodeWrite, ref: Ref, path: Path): Promise<DiscountCodeRecord | undefined> {
  // A text that validation rejected may be invalid for the database too.
  if (write.violations.has(path)) return undefined;
  const meant = readCodeRef(ref);
  const record = "id" in meant ? await lockRecord(write, meant.id) : await lockRecordByName(write, meant.key);
  if (!record) write.violations.add(path, "NOT_FOUND", "There is no such discount code in this workspace.");
  return record;
}

function lockRecordByName(write: CodeWrite, key: string): Promise<DiscountCodeRecord | undefined> {
  return lockNamed(
    write,
    async () => (await readIdsByName(write.read, [key])).get(key),
    ({ code, aliasedCodes }) => [code, ...aliasedCodes.map((alias) => alias.code)].some((name) => nameKey(name) === key),
  );
}

/** Locks the codes of these ids and returns each once, in order. Throws the violations if one does not exist. */
export async function lockListedCodes(write: CodeWrite, given: readonly string[], path: Path): Promise<DiscountCodeRow[]> {
  write.check();
  const ids = given.map((id) => id.toLowerCase());
  const codes = new Map((await lockCodes(write.read, [...new Set(ids)])).map((code) => [code.rowId, code]));
  ids.forEach((id, position) => {
    if (!codes.has(id)) write.violations.add([...path, position], "NOT_FOUND", "There is no such discount code in this workspace.");
  });
  write.check();
  return [...new Set(ids)].flatMap((id) => codes.get(id) ?? []);
}
