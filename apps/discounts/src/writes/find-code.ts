import { completeRecords, lockCodes, readIdOfCode } from "../data/discount-codes.js";
import type { DiscountCodeRecord } from "../data/rows.js";
import { queueForName } from "../data/write-code.js";
import { nameKey } from "../domain/name-key.js";
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

/** A code that is renamed while its lock is waited for is not the one any more: then it is looked up anew. */
async function lockRecordOfCode(write: CodeWrite, code: string): Promise<DiscountCodeRecord | undefined> {
  for (;;) {
    const id = await readIdOfCode(write.read, code);
    if (id === undefined) return undefined;
    const record = await lockRecord(write, id);
    if (record && nameKey(record.code) === nameKey(code)) return record;
  }
}
