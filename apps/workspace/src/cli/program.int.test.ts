import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { effectiveLevel, hashKey, type Role } from "@offergraph/shared/access/api-key";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Fixture, startFixture } from "../testing/fixture.js";
import { runAdmin } from "./program.js";

const execute = promisify(execFile);
const directory = fileURLToPath(new URL("../..", import.meta.url));
const node = ["--conditions=source", "--import", "tsx"];

describe("admin commands", () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture(inject("adminUrl"));
  });
  afterAll(() => fixture?.stop());

  /** Looks up the record of an API key in the same way as the gateway. */
  const lookUp = async (key: string) => {
    const { rows } = await fixture.admin.query("SELECT * FROM credential_lookups WHERE hash = $1", [hashKey(key)]);
    return rows[0] as { level: AccessLevel; role: Role; limit_per_minute: number | null; is_revoked: boolean; is_member: boolean };
  };
  const levelOf = async (key: string) => {
    const { level, role } = await lookUp(key);
    return effectiveLevel(level, role);
  };

  const run = async (words: string[], environment: Record<string, string> = {}) => {
    const said = { out: "", error: "" };
    const into = (stream: "out" | "error") => (text: string) => {
      said[stream] += `${text}\n`;
    };
    const terminal = { out: into("out"), error: into("error") };
    const code = await runAdmin(words, { DATABASE_URL: fixture.connectionString, ...environment }, terminal);
    return { code, ...said };
  };
  const json = async (...words: string[]) => {
    const { code, out, error } = await run([...words, "--json"]);
    expect([code, error]).toEqual([0, ""]);
    return JSON.parse(out) as Record<string, string>;
  };
  const failure = async (words: string[], environment?: Record<string, string>) => {
    const { code, out, error } = await run(words, environment);
    expect([code, out]).toEqual([1, ""]);
    expect(error).not.toMatch(/^ +at |node_modules|prisma/im);
    return error;
  };

  it("create a workspace, members and keys; each change applies to the next request", async () => {
    const { workspaceId = "" } = await json("workspace", "create", "--name", "By command");
    expect(await json("workspace", "show", workspaceId.toUpperCase())).toEqual({ workspaceId, name: "By command" });
    const inWorkspace = ["--workspace", workspaceId];
    const { memberId: owner = "" } = await json("member", "add", ...inWorkspace, "--role", "owner");
    const { memberId = "" } = await json("member", "add", ...inWorkspace, "--name", "Mona", "--email", "mona@a.example", "--role", "ADMIN");
    const made = await json("key", "create", ...inWorkspace, "--kind", "secret", "--level", "admin", "--member", memberId, "--limit", "7");
    expect(made).toEqual({ keyId: expect.stringMatching(/^[0-9a-f-]{36}$/), key: expect.stringMatching(/^sk_live_[0-9A-Za-z]{38}$/) });
    const { key = "", keyId = "" } = made;
    expect([await levelOf(key), (await lookUp(key)).limit_per_minute]).toEqual(["ADMIN", 7]);

    await json("member", "set-role", ...inWorkspace, "--member", memberId, "--role", "member");
    expect(await levelOf(key)).toBe("WRITE");
    const publishable = await json(
      "key",
      "create",
      ...inWorkspace,
      "--kind",
      "publishable",
      "--origin",
      "https://a.example",
      "--origin",
      "https://b.example,https://c.example",
    );
    expect(publishable.key).toMatch(/^pk_live_/);

    const list = (await json("key", "list", ...inWorkspace)) as unknown as Record<string, unknown>[];
    expect(list).toMatchObject([
      {
        keyId,
        kind: "SECRET",
        level: "ADMIN",
        effectiveLevel: "WRITE",
        endsWith: key.slice(-4),
        limitPerMinute: 7,
        memberId,
        revokedAt: null,
      },
      { kind: "PUBLISHABLE", level: "READ", origins: ["https://a.example", "https://b.example", "https://c.example"], memberId: owner },
    ]);
    expect(JSON.stringify(list)).not.toContain(key.slice(8, 40));

    expect(await json("key", "revoke", ...inWorkspace, "--key", keyId)).toEqual({ keyId });
    expect((await lookUp(key)).is_revoked).toBe(true);
    expect(await json("key", "revoke", ...inWorkspace, keyId)).toEqual({ keyId });
    expect(await json("member", "remove", ...inWorkspace, "--member", memberId)).toEqual({ memberId });
    expect((await lookUp(key)).is_member).toBe(false);
    expect(await failure(["key", "create", ...inWorkspace, "--member", memberId])).toMatch(/was removed at/);
  });

  it("create a workspace with an owner and two keys in one step", async () => {
    const { workspaceId = "", memberId, secretKey = "", publishableKey = "" } = await json("workspace", "create", "Mine", "--with-keys");
    expect([await levelOf(secretKey), await levelOf(publishableKey)]).toEqual(["ADMIN", "READ"]);
    const keys = (await json("key", "list", "--workspace", workspaceId)) as unknown as Record<string, unknown>[];
    expect(keys.map(({ kind, memberId: member }) => [kind, member]).toSorted()).toEqual([
      ["PUBLISHABLE", memberId],
      ["SECRET", memberId],
    ]);
    const { out } = await run(["workspace", "create", "Yours", "--with-keys"]);
    expect(out).toMatch(/Created the workspace "Yours".*\n\nsk_live_\w{38}\npk_live_\w{38}\n\nSave both keys now/);
  });

  it("sign a member in with a session that expires", async () => {
    const { workspaceId = "" } = await json("workspace", "create", "--name", "Of tests", "--test");
    const inWorkspace = ["--workspace", workspaceId];
    const { memberId = "" } = await json("member", "add", ...inWorkspace, "--role", "member");
    const { key = "", expiresAt = "" } = await json("member", "sign-in", ...inWorkspace, memberId, "--hours", "2");
    expect(key).toMatch(/^ms_test_/);
    expect(await lookUp(key)).toMatchObject({ kind: "SESSION", level: "WRITE", is_test: true, expires_at: new Date(expiresAt) });
    expect(await failure(["member", "sign-in", ...inWorkspace, memberId, "--hours", "721"])).toMatch(/from 1 to 720/);
  });

  it("use the workspace of the environment, and print text without --json", async () => {
    const { workspaceId = "" } = await json("workspace", "create", "--name", "Of the environment");
    await json("member", "add", "--workspace", workspaceId, "--role", "owner");
    const environment = { PATH: process.env.PATH, DATABASE_URL: fixture.connectionString, OFFERGRAPH_WORKSPACE: workspaceId };
    const { stdout } = await execute(process.execPath, [...node, "src/admin.ts", "key", "create"], { cwd: directory, env: environment });
    expect(stdout).toMatch(/^sk_live_\w{38}\n\nSave the key now/);
    const { out } = await run(["key", "list", "--workspace", workspaceId]);
    expect(out).toMatch(/secret +write +Owner +active/);
  });

  it("report errors and change nothing", async () => {
    const { workspaceId = "" } = await json("workspace", "create", "--name", "With errors");
    const inWorkspace = ["--workspace", workspaceId];
    await json("member", "add", ...inWorkspace, "--role", "owner");
    const { memberId: member = "" } = await json("member", "add", ...inWorkspace, "--name", "Mia", "--role", "member");
    const before = await json("key", "list", ...inWorkspace);
    const create = ["key", "create", ...inWorkspace];
    const failures = await Promise.all([
      failure([...create, "--member", member, "--level", "admin"]),
      failure([...create, "--kind", "publishable", "--level", "write", "--origin", "https://*.a.example"]),
      failure([...create, "--level", "root"]),
      failure([...create, "--limit", "0"]),
      failure(["key", "create"]),
      failure(["key", "destroy"]),
      failure(["key", "list", "--workspace", "no-id"]),
      failure(["key", "list", "--workspace", member]),
      failure(["workspace", "show", member]),
      failure(["member", "remove", ...inWorkspace, "--member", workspaceId]),
      failure(["member", "remove", ...inWorkspace]),
      failure(["key", "list", ...inWorkspace], { DATABASE_URL: "postgres://127.0.0.1:1/none" }),
    ]);
    const expected = [
      /maximum level is WRITE/,
      /must have the level READ[\s\S]*not an origin/,
      /read, write, admin/,
      /whole number from 1/,
      /--workspace/,
      /unknown command/,
      /UUID/,
      /no workspace/,
      /no workspace/,
      /has no member with this id/,
      /--member <id>/,
      /Cannot connect to the database at DATABASE_URL/,
    ];
    for (const [index, pattern] of expected.entries()) expect(failures[index]).toMatch(pattern);
    expect(await json("key", "list", ...inWorkspace)).toEqual(before);
  });
});
