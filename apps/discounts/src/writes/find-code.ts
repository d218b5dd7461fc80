import { nameKey } from "@offergraph/shared/schema/name-key";
import type { Ref } from "@offergraph/shared/schema/ref";
import { completeRecords, lockCodes, readIdOfCode, readIdsByName } from "../data/discount-codes.js";
import type { DiscountCodeRecord, DiscountCodeRow } from "../data/rows.js";
import { queueForName } from "../data/write-code.js";
import { readCodeRef } from "../domain/code-ref.js";
import type { Path } from "../domain/fields.js";
import type { SaveArguments } from "../domain/save-arguments.js";
import type { CodeWrite } from "./write.js";

/**
 * The code that a save is about, locked: the one with the id, else the one whose code is the body's; undefined when it is a new one.
 * An id that no code has, and neither id nor code, are violations.
 */
export async function findCodeToSave(write: CodeWrite, { id, body, path }: SaveArguments): Promise<DiscountCodeRecord | undefined> {
  const codePath = [...path, "body", "code"];
  const code = body.code && !write.violations.has(codePath) ? body.code : undefined;
  if (code !== undefined) await queueForName(write, nameKey(code));
  if (id !== undefined) {
    const record = await lockRecord(write, id);
    if (!record) write.violations.add([...path, "id"], "NOT_FOUND", "There is no such discount code in this workspace.");
    return record;
  }
  if (body.code === undefined) write.violations.add(codePath, "REQUIRED", "Without an id, body.code says which discount code it is.");
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

/** A code that is renamed while its lock is waited for is not the one any more: then it is looked up anew. */
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

/** The code that a Ref means, locked. None is a violation at this path. */
export async function lockCodeOfRef(write: CodeWrite, ref: Ref, path: Path): Promise<DiscountCodeRecord | undefined> {
  // A text that the guard refuses may be one that the database does not take.
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

/** The codes of these ids, locked, each once and in the order given; leaves when there is none of one of them. */
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
