import { polling } from "@offergraph/testkit/timeouts";
import { expect } from "vitest";
import type { Client, Fixture, UserError } from "./fixture.js";

export interface JobOfTest {
  rowId: string;
  kind: string;
  state: string;
  done: number;
  total: number | null;
  errorCount: number;
  errors: { row: number | null; field: string | null; message: string }[];
  /** Only database rows have this field. */
  warnings?: { code: string; recordIds: string[]; next: { operation: string } }[];
}

export interface JobAnswer {
  job: JobOfTest | null;
  ignoredColumns?: string[];
  userErrors: UserError[];
}

const fields = "rowId workspaceId kind state done total errorCount errors { row field message } createdBy createdAt startedAt finishedAt";
const typeOf = (operation: string) => `${operation.replace(/(^|_)([a-z])/g, (_all, _start, letter: string) => letter.toUpperCase())}Input`;

export async function startJob(client: Client, operation: string, input: object, key?: string): Promise<JobAnswer> {
  const more = operation === "import_discount_codes" ? "ignoredColumns" : "";
  const query = `mutation ($input: ${typeOf(operation)}!) { answer: ${operation}(input: $input) { job { ${fields} } ${more} userErrors { field code message } } }`;
  return (await client.data<{ answer: JobAnswer }>(query, { input }, key)).answer;
}

export async function jobOf(client: Client, operation: string, input: object): Promise<JobOfTest> {
  const { job, userErrors } = await startJob(client, operation, input);
  if (!job) throw new Error(JSON.stringify(userErrors));
  return job;
}

export async function storedJob({ admin }: Fixture, id: string): Promise<JobOfTest & { parameters: string }> {
  const { rows } = await admin.query(
    `SELECT row_id AS "rowId", kind, state, done, total, error_count AS "errorCount", errors, warnings, parameters FROM jobs WHERE row_id = $1`,
    [id],
  );
  return rows[0];
}

export async function finishedJob(fixture: Fixture, id: string): Promise<JobOfTest> {
  await expect.poll(async () => (await storedJob(fixture, id)).state, polling).toMatch(/SUCCEEDED|FAILED/);
  return storedJob(fixture, id);
}
