import { readManifest } from "@offergraph/service/backup/manifest";

/**
 * Compares the tables of two backups byte by byte. Ignores the position of the stream and the inbox records of dead letters, which a restore
 * changes.
 */
export async function changedTables(before: string, after: string): Promise<string[]> {
  const [first, second] = [await readManifest(before), await readManifest(after)];
  return Object.entries(first.services).flatMap(([service, { tables, sequences }]) => {
    const restored = second.services[service];
    const changed = Object.entries(tables)
      .filter(([table, { sha256 }]) => table !== "outbox_streams" && restored?.tables[table]?.sha256 !== sha256)
      .map(([table]) => `the table ${service}.${table} differs from the backup`);
    const wrong = Object.entries(sequences)
      .filter(([sequence, last]) => restored?.sequences[sequence] !== last)
      .map(([sequence]) => `the sequence ${service}.${sequence} differs from the backup`);
    return [...changed, ...wrong];
  });
}
