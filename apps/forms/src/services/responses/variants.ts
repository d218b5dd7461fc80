import type { WorkspaceReader } from "@offergraph/service/db/workspace-reader";
import type { VariantRow } from "../../db/rows.js";
import { readVariants } from "../../db/variants.js";

const most = 200;

/** Caches the most recently used form versions (LRU). Versions are immutable; a model has a maximum of 256 KiB. */
export function createVariants(reader: WorkspaceReader) {
  const kept = new Map<string, VariantRow>();

  return async function variant(workspaceId: string, id: string): Promise<VariantRow | undefined> {
    const key = `${workspaceId} ${id}`;
    const known = kept.get(key);
    const found = known ?? (await readVariants((statement) => reader.read(workspaceId, statement), [id]))[0];
    if (!found) return undefined;
    kept.delete(key);
    kept.set(key, found);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}
export type Variants = ReturnType<typeof createVariants>;
