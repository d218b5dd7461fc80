import type { Manifest } from "./manifest.js";

/** Returns a line for each service, and the total size. */
export function describeBackup({ createdAt, services }: Manifest, folder: string): string {
  let size = 0;
  const lines = Object.entries(services).map(([service, { tables }]) => {
    const all = Object.values(tables);
    const rows = all.reduce((sum, table) => sum + table.rows, 0);
    size += all.reduce((sum, table) => sum + table.bytes, 0);
    return `${service.padEnd(12)} ${all.length} tables, ${rows} rows`;
  });
  return [...lines, `Backup of ${createdAt} in ${folder}: ${(size / 1e6).toFixed(1)} MB.`].join("\n");
}
