import { connectionAdded } from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { insertConnection } from "../../db/connections.js";
import type { CodeWrite } from "../codes/write.js";

export interface WantedConnection {
  name: string;
  /** Undefined: derived from the name. */
  slug: string | undefined;
  provider: "manual" | "http";
  endpoint: string | null;
  sealFor(connectionId: string): string | null;
}

/** Adds a connection and emits an event. Throws an Error if the requested slug is taken. */
export async function addConnection(
  write: CodeWrite,
  { name, slug: asked, provider, endpoint, sealFor }: WantedConnection,
): Promise<string> {
  const rowId = newId();
  const secret = sealFor(rowId);
  const base = asked ?? slugOf(name);
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (await insertConnection(write, { rowId, slug, name, provider, endpoint, secret })) {
      write.emit(connectionAdded, rowId, { rowId, createdAt: write.now.toISOString(), slug, name, provider });
      return rowId;
    }
    if (asked !== undefined) throw new Error(`Another connection in this workspace has the slug ${asked}.`);
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
