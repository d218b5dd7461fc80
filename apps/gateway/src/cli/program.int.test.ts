import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signingKey, summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";
import { runAdmin } from "./program.js";

const execute = promisify(execFile);
const directory = fileURLToPath(new URL("../..", import.meta.url));
const node = ["--conditions=source", "--import", "tsx"];
const query = "{ items { totalCount } }";

describe("admin commands", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await testGateway();
  });
  afterAll(() => gateway?.stop());

  const run = async (words: string[], environment: Record<string, string> = {}) => {
    const said = { out: "", error: "" };
    const into = (stream: "out" | "error") => (text: string) => {
      said[stream] += `${text}\n`;
    };
    const terminal = { out: into("out"), error: into("error") };
    const code = await runAdmin(words, { DATABASE_URL: gateway.connectionString, ...environment }, terminal);
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
    const answer = await gateway.ask(key, 'mutation { configure(title: "a") { id } }');
    expect([summaryOf(answer), answer.headers["ratelimit-limit"]]).toEqual(["200 ok", "7"]);

    await json("member", "set-role", ...inWorkspace, "--member", memberId, "--role", "member");
    expect(summaryOf(await gateway.ask(key, 'mutation { configure(title: "a") { id } }'))).toBe("403 access_level_insufficient");
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
    expect(summaryOf(await gateway.ask(key, query))).toBe("401 api_key_invalid");
    expect(await failure(["key", "revoke", ...inWorkspace, keyId])).toMatch(/was already revoked at/);
    expect(await json("member", "remove", ...inWorkspace, "--member", memberId)).toEqual({ memberId });
    expect(await failure(["key", "create", ...inWorkspace, "--member", memberId])).toMatch(/was removed at/);
  });

  it("use the workspace of the environment, and print text without --json", async () => {
    const environment = { PATH: process.env.PATH, DATABASE_URL: gateway.connectionString, OFFERGRAPH_WORKSPACE: gateway.workspaceId };
    const { stdout } = await execute(process.execPath, [...node, "src/admin.ts", "key", "create"], { cwd: directory, env: environment });
    expect(stdout).toMatch(/^sk_live_\w{38}\n\nSave the key now/);
    const { out } = await run(["key", "list", "--workspace", gateway.workspaceId]);
    expect(out).toMatch(/secret +write +Owner +good/);
  });

  it("report errors and change nothing", async () => {
    const { memberId: member } = await gateway.store.addMember(gateway.workspaceId, { name: "Mia", role: "MEMBER" });
    const inWorkspace = ["--workspace", gateway.workspaceId];
    const before = await gateway.store.listKeys(gateway.workspaceId);
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
      failure(["member", "remove", ...inWorkspace, "--member", gateway.workspaceId]),
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
      /no member/,
      /--member <id>/,
      /cannot be reached/,
    ];
    for (const [index, pattern] of expected.entries()) expect(failures[index]).toMatch(pattern);
    expect(await gateway.store.listKeys(gateway.workspaceId)).toEqual(before);
  });
});

describe("the gateway's process", () => {
  it("migrates, logs ready with its URL, serves, and exits with 0 on SIGTERM", async () => {
    const gateway = await testGateway();
    const { key } = await gateway.newKey();
    const child = spawn(process.execPath, [...node, "src/main.ts"], {
      cwd: directory,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        PATH: process.env.PATH,
        PORT: "0",
        DATABASE_URL: gateway.connectionString,
        GATEWAY_SIGNING_KEY: signingKey,
        SUBGRAPHS: `${gateway.subgraph.address.name}=${gateway.subgraph.address.url}`,
        SUPERGRAPH_CACHE: "/dev/null/none",
      },
    });
    try {
      let url = "";
      for await (const line of createInterface(child.stdout)) {
        const { msg, url: found } = JSON.parse(line) as { msg: string; url?: string };
        if (msg === "ready" && found) {
          url = found;
          break;
        }
      }
      const answer = await fetch(`${url}/graphql/v1`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify({ query }),
      });
      expect(await answer.json()).toEqual({ data: { items: { totalCount: 1 } } });
    } finally {
      child.kill("SIGTERM");
      expect(await once(child, "exit")).toEqual([0, null]);
      await gateway.stop();
    }
  });
});
