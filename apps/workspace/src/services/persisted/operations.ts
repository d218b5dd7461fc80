import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { persistedOperationDeleted, persistedOperationRegistered } from "@offergraph/shared/contracts/events/workspace";
import { newId } from "@offergraph/shared/time/ids";
import { readApiKeys } from "../../db/api-keys.js";
import { countOperations, deleteOperations, insertOperations, lockOperations, readOperationsOfKey } from "../../db/persisted-operations.js";
import type { PersistedOperationRow } from "../../db/rows.js";
import { lockWorkspace } from "../../db/workspaces.js";
import { canSendOperations } from "../../domain/api-keys.js";
import type { MutationTx } from "../../tx.js";
import type { PersistedDocument } from "./document.js";

const maxOfKey = 1_000;
const maxOfWorkspace = 10_000;

/** Registers new documents for an API key. Returns the operations in the order of the documents. */
export async function registerOperations(
  tx: MutationTx<typeof persistedOperationRegistered>,
  apiKeyId: string,
  documents: readonly PersistedDocument[],
): Promise<PersistedOperationRow[]> {
  // Without the lock, concurrent transactions could exceed the limits or register a document twice.
  await lockWorkspace(tx);
  const keyId = await checkKey(tx, apiKeyId);
  tx.check();
  const wanted = new Map(documents.map((document) => [document.sha256Hash, document]));
  const known = await readOperationsOfKey(tx.sql, keyId, [...wanted.keys()]);
  const added = [...wanted.values()].filter(({ sha256Hash }) => !known.some((one) => one.sha256Hash === sha256Hash));
  await checkLimits(tx, keyId, added.length);
  await insertOperations(
    tx,
    added.map((document) => ({ ...document, rowId: newId(), apiKeyId: keyId })),
  );
  const stored = await readOperationsOfKey(tx.sql, keyId, [...wanted.keys()]);
  const operations = new Map(stored.map((operation) => [operation.sha256Hash, operation]));
  for (const { sha256Hash } of added) {
    const operation = requireOperation(operations, sha256Hash);
    tx.emit(persistedOperationRegistered, operation.rowId, dataOf(operation));
  }
  return documents.map(({ sha256Hash, document }) => ({ ...requireOperation(operations, sha256Hash), document }));
}

/** Deletes operations. If an operation does not exist, deletes nothing. Returns the ids of the deleted operations. */
export async function removeOperations(tx: MutationTx<typeof persistedOperationDeleted>, ids: readonly string[]): Promise<string[]> {
  // A registration reads the operations several times, so no operation may be deleted in between.
  await lockWorkspace(tx);
  const locked = await lockOperations(tx, ids);
  const found = new Set(locked.map(({ rowId }) => rowId));
  for (const [index, id] of ids.entries())
    if (!found.has(id.toLowerCase()))
      tx.errors.add(["input", "ids", index], "NOT_FOUND", "This workspace has no persisted operation with this id.");
  tx.check();
  await deleteOperations(tx, [...found]);
  for (const operation of locked) tx.emit(persistedOperationDeleted, operation.rowId, dataOf(operation));
  return [...found];
}

/** Returns the key's id. Adds an error if the key cannot have persisted operations. */
async function checkKey(tx: MutationTx, apiKeyId: string): Promise<string> {
  const path = ["input", "apiKeyId"];
  const [key] = await readApiKeys(tx.sql, [apiKeyId]);
  if (!key) tx.errors.add(path, "NOT_FOUND", "This workspace has no API key with this id.");
  else if (!canSendOperations(key))
    tx.errors.add(path, "INVALID", "Only a secret key without a store connection can have persisted operations.");
  else if (key.revokedAt !== null) tx.errors.add(path, "INVALID", "The API key is revoked. Use an active key.");
  return key?.rowId ?? apiKeyId;
}

async function checkLimits(tx: MutationTx, keyId: string, added: number): Promise<void> {
  const { total, ofKey } = await countOperations(tx, keyId);
  const reject = (subject: string, limit: number, count: number) =>
    rejectWith(
      tx,
      ["input", "documents"],
      "LIMIT_EXCEEDED",
      `${subject} can have at most ${limit} persisted operations, and has ${count}. Delete operations with delete_persisted_operations first.`,
    );
  if (ofKey + added > maxOfKey) reject("A key", maxOfKey, ofKey);
  if (total + added > maxOfWorkspace) reject("A workspace", maxOfWorkspace, total);
}

function requireOperation(operations: ReadonlyMap<string, PersistedOperationRow>, hash: string): PersistedOperationRow {
  const operation = operations.get(hash);
  if (!operation) throw new Error(`Invariant violated: persisted operation ${hash} not found after a write.`);
  return operation;
}

function dataOf({ rowId, createdAt, updatedAt, apiKeyId, sha256Hash, operationNames }: PersistedOperationRow) {
  return { rowId, createdAt, updatedAt, apiKeyId, sha256Hash, operationNames };
}
