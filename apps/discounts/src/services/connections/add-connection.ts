import { randomText } from "@offergraph/shared/access/random-text";
import { connectionAdded } from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { countConnections, insertConnection } from "../../db/connections.js";
import { lockName } from "../../db/names.js";
import { isTestWorkspace } from "../../db/test-workspaces.js";
import type { Tx } from "../../tx.js";

export interface NewConnection {
  name: string;
  /** If undefined, the service derives the slug from the name. */
  slug: string | undefined;
  provider: "manual" | "http";
  endpoint: string | null;
  encryptFor(connectionId: string): string | null;
  /** True if the request's key belongs to a test workspace. If false, the service checks the stored list of test workspaces. */
  isTest?: boolean | undefined;
}

/** Adds a connection and emits an event. Throws an Error for a duplicate slug, or if the workspace has too many connections. */
export async function addConnection(tx: Tx<typeof connectionAdded>, connection: NewConnection): Promise<string> {
  const problem = await connectionLimitProblem(tx);
  if (problem !== undefined) throw new Error(problem);
  const rowId = await addUnlessTaken(tx, connection);
  if (rowId === undefined) throw new Error(slugTaken(connection.slug));
  return rowId;
}

export const slugTaken = (slug: string | undefined): string => `Another connection in this workspace has the slug ${slug}.`;

const maxConnections = 100;

/**
 * Returns an error message if the workspace has the maximum number of connections. Concurrent additions wait until this transaction ends.
 */
export async function connectionLimitProblem(tx: Tx): Promise<string | undefined> {
  await lockName(tx, "connections");
  if ((await countConnections(tx.sql)) < maxConnections) return undefined;
  return `This workspace already has the maximum of ${maxConnections} connections. First delete a connection with delete_connection.`;
}

/** Maximum numeric suffix for a slug that is in use, as in shop-2. If shop-10 is also in use, appends random characters. */
const maxNumber = 10;

/** Adds a connection and emits an event. Returns undefined if another connection has the requested slug. */
export async function addUnlessTaken(
  tx: Tx<typeof connectionAdded>,
  { name, slug: given, provider, endpoint, encryptFor, isTest: isTestKey }: NewConnection,
): Promise<string | undefined> {
  const rowId = newId();
  const secret = encryptFor(rowId);
  const isTest = isTestKey === true || (await isTestWorkspace(tx.sql));
  const base = given ?? slugOf(name);
  for (let number = 1; ; number += 1) {
    const suffix = number > maxNumber ? randomText(8, "abcdefghijkmnpqrstuvwxyz23456789") : String(number);
    const slug = number === 1 ? base : `${base}-${suffix}`;
    if (await insertConnection(tx, { rowId, slug, name, provider, endpoint, secret, isTest })) {
      const now = tx.now.toISOString();
      tx.emit(connectionAdded, rowId, { rowId, createdAt: now, updatedAt: now, slug, name, provider, isTest });
      return rowId;
    }
    if (given !== undefined) return undefined;
  }
}

/**
 * Converts a name to a slug, for example "Käse & Co." to "kase-co". Returns at most 55 characters, because a suffix needs up to 9 of a
 * slug's 64 characters.
 */
function slugOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 55)
      .replace(/-$/, "") || "store"
  );
}
