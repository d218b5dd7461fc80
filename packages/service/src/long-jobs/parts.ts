import type { Read } from "../db/read.js";
import { sql } from "../db/statement.js";
import type { SqlTx } from "../tx/tx.js";

/** Inserts parts of a job's input or result. `position` is the position of the first part. Returns the total size of the parts in bytes. */
export async function insertParts(
  { sql: run, workspaceId }: SqlTx,
  jobId: string,
  position: number,
  parts: readonly string[],
): Promise<number> {
  await run(sql`
    INSERT INTO job_parts (workspace_id, job_id, position, content)
    SELECT ${workspaceId}::uuid, ${jobId}::uuid, ${position}::integer + given.number - 1, given.content
    FROM unnest(${parts}::text[]) WITH ORDINALITY AS given(content, number)`);
  return parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0);
}

/** Returns a part's content, or undefined if the part does not exist. */
export async function readPart(read: Read, jobId: string, position: number): Promise<string | undefined> {
  const [row] = await read<{ content: string }>(sql`
    SELECT p.content FROM job_parts p WHERE p.job_id = ${jobId}::uuid AND p.position = ${position}::integer`);
  return row?.content;
}

export async function deleteParts({ sql: run }: SqlTx, jobId: string): Promise<void> {
  await run(sql`DELETE FROM job_parts p WHERE p.job_id = ${jobId}::uuid`);
}
