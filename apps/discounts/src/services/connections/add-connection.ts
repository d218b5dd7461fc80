import { connectionAdded } from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { insertConnection } from "../../db/connections.js";
import type { Tx } from "../../tx.js";

export interface NewConnection {
  name: string;
  /** If undefined, the slug is derived from the name. */
  slug: string | undefined;
  provider: "manual" | "http";
  endpoint: string | null;
  encryptFor(connectionId: string): string | null;
}

/** Adds a connection and emits an event. Throws an Error if the requested slug is taken. */
export async function addConnection(
  tx: Tx<typeof connectionAdded>,
  { name, slug: given, provider, endpoint, encryptFor }: NewConnection,
): Promise<string> {
  const rowId = newId();
  const secret = encryptFor(rowId);
  const base = given ?? slugOf(name);
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (await insertConnection(tx, { rowId, slug, name, provider, endpoint, secret })) {
      tx.emit(connectionAdded, rowId, { rowId, createdAt: tx.now.toISOString(), slug, name, provider });
      return rowId;
    }
    if (given !== undefined) throw new Error(`Another connection in this workspace has the slug ${given}.`);
  }
}

/** "Käse & Co." → "kase-co". */
function slugOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60)
      .replace(/-$/, "") || "store"
  );
}
