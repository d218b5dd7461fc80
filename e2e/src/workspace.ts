import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { type GraphQLClient, graphqlClient } from "./client.js";
import { repository, type SystemFile } from "./start-system.js";

const execute = promisify(execFile);

export async function readSystem(dataDirectory: string = inject("dataDirectory")): Promise<SystemFile> {
  return JSON.parse(await readFile(path.join(dataDirectory, "offergraph.json"), "utf8")) as SystemFile;
}

/** Runs an admin command. Commands of the shared system run in one process (admin-server.mjs), which is faster than a process per command. */
export async function admin<Result>(words: string[], dataDirectory?: string): Promise<Result> {
  if (dataDirectory !== undefined) return await adminProcess(words, dataDirectory);
  const response = await fetch(inject("adminServer"), { method: "POST", body: JSON.stringify([...words, "--json"]) });
  const { code, stdout, stderr } = (await response.json()) as { code: number; stdout: string; stderr: string };
  if (code !== 0) throw new Error(`admin ${words.join(" ")} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as Result;
}

/** Runs an admin command as a user does, in a separate process. */
export async function adminProcess<Result>(words: string[], dataDirectory: string = inject("dataDirectory")): Promise<Result> {
  const { stdout } = await execute("node", ["scripts/offergraph.mjs", "admin", ...words, "--json"], {
    cwd: repository,
    env: { ...process.env, DATA_DIR: dataDirectory },
  });
  return JSON.parse(stdout) as Result;
}

export interface Workspace {
  workspaceId: string;
  memberId: string;
  keyId: string;
  key: string;
  client: GraphQLClient;
}

export async function newWorkspace(dataDirectory?: string): Promise<Workspace> {
  const { workspaceId } = await admin<{ workspaceId: string }>(
    ["workspace", "create", "--name", "A workspace of the tests"],
    dataDirectory,
  );
  const { memberId } = await admin<{ memberId: string }>(
    ["member", "add", "--workspace", workspaceId, "--name", "Olga Owner", "--role", "OWNER"],
    dataDirectory,
  );
  const { keyId, key } = await newKey(workspaceId, memberId, ["--kind", "secret", "--level", "ADMIN"], dataDirectory);
  const { baseUrl } = await readSystem(dataDirectory);
  return { workspaceId, memberId, keyId, key, client: graphqlClient(baseUrl, key) };
}

export function newKey(
  workspaceId: string,
  memberId: string,
  options: string[],
  dataDirectory?: string,
): Promise<{ keyId: string; key: string }> {
  return admin(["key", "create", "--workspace", workspaceId, "--member", memberId, ...options], dataDirectory);
}

export function codeBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    code: `CODE-${Math.random().toString(36).slice(2, 12).toUpperCase()}`,
    aliased_codes: [],
    title: "A code of the tests",
    value_kind: "percent",
    value_percent: 10,
    value_amount: null,
    usage_limit: null,
    start_at: null,
    ends_at: null,
    status: "ACTIVE",
    ...changes,
  };
}
