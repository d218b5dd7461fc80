import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";

const databaseSchema = z.object({
  /** Version of the PostgreSQL server, for example "18.1". */
  serverVersion: z.string(),
  /** The migrations that were applied, in name order, with Prisma's checksums. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.record(
    z.string(),
    z.object({
      columns: z.array(z.string()).min(1),
      rows: z.int().min(0),
      /** Size and SHA-256 (hex) of the compressed file. */
      bytes: z.int().min(0),
      sha256: z.string().length(64),
    }),
  ),
  /** Last value of each sequence, or null if the sequence was never used. */
  sequences: z.record(z.string(), z.string().nullable()),
});

const manifestSchema = z.object({
  /** Version of the backup's layout. */
  format: z.literal(1),
  /** Version of Offergraph. */
  version: z.string(),
  /** Time of the snapshots, in UTC. */
  createdAt: z.iso.datetime(),
  services: z.record(z.string(), databaseSchema),
});

export type DatabaseBackup = z.infer<typeof databaseSchema>;
export type Manifest = z.infer<typeof manifestSchema>;

const fileName = "manifest.json";

export const tablePath = (folder: string, service: string, table: string): string => join(folder, service, `${table}.copy.gz`);

/** Writes the manifest last and atomically, so that a folder without a manifest is an incomplete backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const draft = join(folder, `.${fileName}`);
  await writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(draft, join(folder, fileName));
}

/** Throws an Error if the folder contains no complete backup, or if the process cannot read the manifest. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, fileName);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Error(readFailure(error, folder, path), { cause: error });
  });
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${path} is invalid: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function readFailure({ code, message }: NodeJS.ErrnoException, folder: string, path: string): string {
  if (code === "ENOENT") return `The folder ${folder} has no ${fileName}, so it is not a complete backup.`;
  const advice = code === "EACCES" ? " Only the user who made a backup can read its files. Run the command as this user." : "";
  return `Cannot read ${path}: ${message}.${advice}`;
}

/** Throws an Error that names the first file of the service that is missing or differs from the manifest. */
export async function verifyFiles(folder: string, service: string, { tables }: DatabaseBackup): Promise<void> {
  for (const [table, { sha256 }] of Object.entries(tables)) {
    const path = tablePath(folder, service, table);
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash);
    if (hash.digest("hex") !== sha256) throw new Error(`The file ${path} is damaged: its SHA-256 differs from the manifest.`);
  }
}
