import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "./program.js";
import { testServer } from "./testing/server.js";
import { testTerminal } from "./testing/terminal.js";

const key = "sk_live_secret_of_the_tests";
const list = {
  name: "list_partners",
  description: "Lists partners. More text.",
  inputSchema: { type: "object", properties: { after: { type: "string" }, first: { type: "integer" }, withTotal: { type: "boolean" } } },
  annotations: { readOnlyHint: true },
};
const create = {
  name: "create_partner",
  description: "Creates a partner.",
  inputSchema: {
    type: "object",
    properties: { input: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } },
    required: ["input"],
  },
  annotations: { readOnlyHint: false },
};
const getJob = {
  name: "get_job",
  description: "Returns a job.",
  inputSchema: { type: "object", properties: { jobId: { type: "string" } }, required: ["jobId"] },
  annotations: { readOnlyHint: true },
};

type Call = { method: string; params: { name?: string; arguments?: Record<string, unknown> } };
let answerCall: (call: Call, number: number) => { status?: number; headers?: Record<string, string>; body?: unknown } | "reset";
let server: Awaited<ReturnType<typeof testServer>>;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  server = await testServer((received, number) => {
    const call = JSON.parse(received.body) as Call;
    if (call.method === "tools/list") return { body: { result: { tools: [list, create, getJob] } } };
    if (call.method === "resources/read" && received.headers.authorization !== `Bearer ${key}`)
      return {
        status: 401,
        body: { error: { message: "The API key is invalid.", data: { code: "api_key_invalid", fix: "Check the key." } } },
      };
    if (call.method === "resources/read")
      return { body: { result: { contents: [{ text: JSON.stringify({ workspaceId: "w-1", keyId: "k-1", level: "ADMIN" }) }] } } };
    return answerCall(call, number);
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(path.join(tmpdir(), "offergraph-cli-"));
  environment = { XDG_CONFIG_HOME: path.join(folder, "config"), XDG_CACHE_HOME: path.join(folder, "cache") };
  server.requests.length = 0;
  answerCall = () => ({ body: { result: { structuredContent: { result: null } } } });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const value = (result: unknown, errors?: object[]) => ({ body: { result: { structuredContent: { result, ...(errors && { errors }) } } } });
async function run(
  words: string[],
  { isInteractive = false, answers = [], more = {} }: { isInteractive?: boolean; answers?: string[]; more?: Record<string, string> } = {},
) {
  const terminal = testTerminal({ ...environment, ...more }, isInteractive, answers);
  const code = await runCli(words, terminal);
  const output = [...terminal.lines, ...terminal.errors].join("\n");
  expect(output.includes(key), "the output never contains the key").toBe(false);
  return { code, out: terminal.lines.join("\n"), error: terminal.errors.join("\n"), shown: terminal.shown };
}
const withKey = () => ({ more: { OFFERGRAPH_KEY: key, OFFERGRAPH_URL: server.url } });
const calls = () => server.requests.filter(({ body }) => body.includes("tools/call"));

describe("profiles", () => {
  it("store a checked key in a file that only the user can read", async () => {
    expect(await run(["login", "--url", `${server.url}/`], { answers: [` ${key}\n`] })).toMatchObject({ code: 0, error: "" });
    const file = path.join(folder, "config/offergraph/config.json");
    expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      current: "default",
      profiles: { default: { url: server.url, key, workspaceId: "w-1" } },
    });
    expect(readdirSync(path.dirname(file))).toEqual(["config.json"]);
    expect(JSON.parse((await run(["whoami"])).out)).toEqual({
      url: server.url,
      profile: "default",
      workspaceId: "w-1",
      keyId: "k-1",
      level: "ADMIN",
    });
  });

  it("are chosen by option, environment or use, and removed by logout", async () => {
    for (const profile of ["one", "two"]) await run(["login", "--url", server.url, "--key", key, "--profile", profile]);
    const named = async (words: string[], more = {}) => JSON.parse((await run(words, { more })).out).profile;
    expect(await named(["whoami"])).toBe("two");
    expect(await named(["whoami", "--profile", "one"])).toBe("one");
    expect(await named(["whoami"], { OFFERGRAPH_PROFILE: "one" })).toBe("one");
    expect(await named(["whoami"], { OFFERGRAPH_KEY: key, OFFERGRAPH_URL: server.url })).toBe(null);
    await run(["use", "one"]);
    expect(
      JSON.parse((await run(["profiles"])).out).map(({ name, isCurrent }: { name: string; isCurrent: boolean }) => `${name} ${isCurrent}`),
    ).toEqual(["one true", "two false"]);
    await run(["logout"]);
    expect(await named(["whoami"])).toBe("two");
    expect(await run(["whoami", "--profile", "one"])).toMatchObject({
      code: 2,
      error: 'There is no profile "one". Run: offergraph login --profile one',
    });
  });

  it("are not written if the key is invalid or the URL is wrong", async () => {
    expect(await run(["login", "--url", server.url, "--key", "sk_live_wrong"])).toMatchObject({
      code: 2,
      error: "The API key is invalid. Check the key. Run: offergraph login",
    });
    expect(await run(["login", "--url", "offergraph", "--key", key])).toMatchObject({ code: 1 });
    expect(await run(["login", "--url", server.url], { answers: [""] })).toMatchObject({ code: 1 });
    expect(existsSync(path.join(folder, "config"))).toBe(false);
    expect(await run(["partners", "list"])).toMatchObject({ code: 2, error: expect.stringContaining("Run: offergraph login") });
  });
});

describe("operations", () => {
  const nodes = [
    { name: "Mara\u001b[2J", handle: null, campaign: { name: "Spring" }, count: 2 },
    { name: "Nora", handle: null, campaign: null, count: 10 },
  ];
  it("print a table on a terminal, and JSON in a pipe or with --json", async () => {
    answerCall = () => value({ nodes, pageInfo: { hasNextPage: true, endCursor: "c1" } });
    const table = await run(["partners", "list"], { isInteractive: true, ...withKey() });
    expect(table.out).toBe("name           campaign  count\nMara\\u001b[2J  Spring    2\nNora                     10");
    expect(table.error).toBe("More entries follow. Add --all to read all pages.");
    for (const isInteractive of [true, false])
      expect(JSON.parse((await run(["partners", "list", "--json"], { isInteractive, ...withKey() })).out)).toMatchObject({ nodes });
    expect((await run(["call", "list_partners", "--fields", "name"], withKey())).code).toBe(0);
    expect(JSON.parse(calls().at(-1)?.body ?? "").params).toEqual({ name: "list_partners", arguments: { fields: "name" } });
    expect(calls().at(-1)?.headers["idempotency-key"]).toBeUndefined();
    expect(server.requests.filter(({ body }) => body.includes("tools/list"))).toHaveLength(1);
  });

  it("read all pages with --all and show the progress", async () => {
    answerCall = ({ params }) => {
      const page = Number(params.arguments?.after ?? 0);
      return value({
        nodes: [{ n: page }],
        totalCount: page === 0 ? 3 : null,
        pageInfo: { hasNextPage: page < 2, endCursor: String(page + 1) },
      });
    };
    expect((await run(["partners", "list", "--all"], withKey())).out).toBe('{"n":0}\n{"n":1}\n{"n":2}');
    const table = await run(["partners", "list", "--all"], { isInteractive: true, ...withKey() });
    expect(table.out).toBe("n\n0\n1\n2");
    expect(table.shown).toContain("[################        ] 2 of 3 read");
  });

  it("print userErrors with path, code and message, and end with 1", async () => {
    answerCall = () => value({ partner: null, userErrors: [{ field: ["input", "name"], code: "TAKEN", message: "The name is taken." }] });
    expect(await run(["partners", "create", "Mara"], withKey())).toEqual({
      code: 1,
      out: "",
      error: "input.name  TAKEN  The name is taken.",
      shown: [""],
    });
    answerCall = () => value(null, [{ message: "No such partner.", code: "NOT_FOUND" }]);
    expect(await run(["partners", "create", "Mara"], withKey())).toMatchObject({ code: 1, error: "NOT_FOUND  No such partner." });
    answerCall = () => ({
      status: 403,
      body: { error: { message: "Needs WRITE.", data: { code: "access_level_insufficient", fix: "Use another key." } } },
    });
    expect(await run(["partners", "create", "Mara"], withKey())).toMatchObject({ code: 2, error: "Needs WRITE. Use another key." });
    expect(await run(["partners", "marry"], withKey())).toMatchObject({
      code: 1,
      error: expect.stringContaining("offergraph partners list    Lists partners."),
    });
    expect(await run(["call", "marry_partner"], withKey())).toMatchObject({ code: 1 });
    expect(await run(["partners", "create", "--help"], withKey())).toMatchObject({
      code: 0,
      out: expect.stringContaining("--name <text>"),
    });
  });

  it("print warnings and the next operations on standard error", async () => {
    const advice = {
      warnings: [{ code: "NO_POSTS", message: "The partner has no posts.", recordIds: ["p-1"] }],
      next: [{ operation: "create_post", why: "Add a post." }],
    };
    answerCall = () => ({ body: { result: { structuredContent: { result: { partner: { name: "Mara" }, userErrors: [] }, ...advice } } } });
    const done = await run(["partners", "create", "Mara"], withKey());
    expect(done).toMatchObject({ code: 0, error: "Warning: The partner has no posts.\nNext: create_post. Add a post." });
    expect(JSON.parse(done.out)).toMatchObject({ partner: { name: "Mara" } });
    answerCall = () => ({
      body: { result: { structuredContent: { result: { nodes: [], pageInfo: { hasNextPage: false } }, ...advice } } },
    });
    expect(await run(["partners", "list", "--all"], withKey())).toMatchObject({ code: 0, error: done.error });
  });

  it("repeat a lost mutation with the same Idempotency-Key, and wait as Retry-After says", async () => {
    const begun = server.requests.length;
    answerCall = (_call, number) => {
      if (number - begun === 2) return "reset";
      if (number - begun === 3) return { status: 429, headers: { "retry-after": "0.01" }, body: { error: { message: "Too many." } } };
      return value({ partner: { rowId: "p-1", name: "Mara" }, userErrors: [] });
    };
    const done = await run(["partners", "create", "Mara"], { isInteractive: true, ...withKey() });
    expect(done).toMatchObject({ code: 0, out: "partner\n  rowId  p-1\n  name   Mara", error: "Rate limit exceeded; waiting 1 s." });
    const keys = calls().map(({ headers }) => headers["idempotency-key"]);
    expect([keys.length, new Set(keys).size, keys[0]?.length]).toEqual([3, 1, 36]);
    await run(["partners", "create", "Mara", "--idempotency-key", "mine"], withKey());
    expect(calls().at(-1)?.headers["idempotency-key"]).toBe("mine");
    const sent = calls().length;
    expect(await run(["partners", "create", "Mara", "--idempotency-key", "größe"], withKey())).toMatchObject({
      ...{ code: 1, error: "An idempotency key must have 1-255 printable ASCII characters, for example a UUID." },
    });
    expect(calls()).toHaveLength(sent);
  });

  it("end with 2 and the reason if the API does not respond or is not available", async () => {
    answerCall = () => "reset";
    const lost = await run(["partners", "create", "Mara"], withKey());
    expect(lost).toMatchObject({
      code: 2,
      error: expect.stringMatching(/^Cannot reach http:\S+ \([A-Z_]+\)\. Check the URL .*\n.*--idempotency-key /),
    });
    expect(calls()).toHaveLength(4);
    answerCall = () => ({ status: 503, body: { error: { message: "Away." } } });
    const away = await run(["partners", "list"], withKey());
    expect(away).toMatchObject({ code: 2, error: `${server.url} is temporarily unavailable (status 503). Retry later.` });
    answerCall = () => ({
      status: 429,
      headers: { "retry-after": "0.01" },
      body: { error: { message: "Too many.", data: { fix: "Wait." } } },
    });
    const limited = await run(["partners", "list"], withKey());
    expect(limited).toMatchObject({ code: 2, error: `${"Rate limit exceeded; waiting 1 s.\n".repeat(5)}Too many. Wait.` });
    const wrong = { ...withKey().more, OFFERGRAPH_KEY: "sk_live_…" };
    expect(await run(["whoami"], { more: wrong })).toMatchObject({ code: 2, error: expect.stringMatching(/^The API key contains/) });
  });

  it("wait for a job with --wait", async () => {
    const states = [
      { state: "RUNNING", done: 1, total: 4 },
      { state: "FAILED", done: 2, total: 4, errors: [{ row: 3, field: "code", message: "The code is taken." }] },
    ];
    answerCall = ({ params: { name } }) =>
      value(name === "get_job" ? { rowId: "j-1", ...states.shift() } : { job: { rowId: "j-1", state: "QUEUED" }, userErrors: [] });
    const done = await run(["partners", "create", "Mara", "--wait"], withKey());
    expect(done).toMatchObject({ code: 1, error: "The job failed.\nline 3  code  The code is taken." });
    expect(done.shown).toContain("[######                  ] 1 of 4 records");
    expect(JSON.parse(calls().at(-1)?.body ?? "").params.arguments).toEqual({ jobId: "j-1" });
  });
});

it("shows where the old commands are", async () => {
  expect(await run(["key", "create", "--level", "read"])).toMatchObject({
    code: 1,
    error: expect.stringContaining("npm run offergraph -- admin key"),
  });
  expect(await run(["admin", "key", "list"])).toMatchObject({
    code: 1,
    error: expect.stringContaining("npm run offergraph -- admin --help"),
  });
  expect(await run(["schema", "check"])).toMatchObject({
    code: 1,
    error: expect.stringContaining("npm run offergraph -- schema check --help"),
  });
  expect(await run(["--help"])).toMatchObject({ code: 0, out: expect.stringContaining("listen") });
});
