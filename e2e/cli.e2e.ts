import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { repository } from "./src/start-system.js";
import { admin, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

const execute = promisify(execFile);

let mine: Workspace;
let folder: string;
let tarball: string;
let environment: Record<string, string>;
beforeAll(async () => {
  mine = await newWorkspace();
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-cli-"));
  const packed = await execute("npm", ["pack", "--json", "--pack-destination", folder, "-w", "packages/cli"], { cwd: repository });
  const [{ filename, files }] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }];
  expect(files.map((file) => file.path).sort()).toEqual(["README.md", "dist/offergraph.cjs", "package.json"]);
  tarball = filename;
  environment = {
    ...{ PATH: process.env.PATH ?? "", HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder },
    ...{ npm_config_cache: path.join(folder, "npm"), npm_config_offline: "true", npm_config_update_notifier: "false" },
  };
  await execute("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", `./${tarball}`], { cwd: folder, env: environment });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const bin = () => path.join(folder, "node_modules/.bin/offergraph");

/** Returns the exit code and the output. */
async function run(words: string[], input = "") {
  const child = spawn(bin(), words, { cwd: folder, env: environment });
  child.stdin.end(input);
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  expect(`${out}${error}`).not.toContain(mine.key);
  return { code, out: out.trim(), error: error.trim() };
}
const json = async (words: string[]) => {
  const { code, out, error } = await run(words);
  if (code !== 0) throw new Error(error);
  return JSON.parse(out);
};

describe("the packed CLI, with only Node and a key", () => {
  it("runs with npx, and logs in", async () => {
    const { stdout } = await execute("npx", ["--yes", `./${tarball}`, "--version"], { cwd: folder, env: environment });
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
    const { baseUrl } = await readSystem();
    expect(await run(["partners", "list"])).toMatchObject({ code: 2, out: "", error: expect.stringContaining("offergraph login") });
    expect(await run(["login", "--url", baseUrl], "sk_live_wrong\n")).toMatchObject({ code: 2, error: expect.stringContaining("invalid") });
    expect(await run(["login", "--url", baseUrl], `${mine.key}\n`)).toMatchObject({ code: 0, error: "" });
    expect(await json(["whoami"])).toMatchObject({ workspaceId: mine.workspaceId, keyId: mine.keyId, level: "ADMIN" });
  });

  it("creates, repeats, lists and rejects partners", async () => {
    const create = ["partners", "create", "Mara", "--handle", "mara", "--idempotency-key", "first"];
    const [made, again] = [await json(create), await json(create)];
    expect(again).toEqual(made);
    await json(["partners", "create", "Nora"]);
    expect((await json(["partners", "list", "--order-by", "NAME_ASC"])).nodes.map(({ name }: { name: string }) => name)).toEqual([
      "Mara",
      "Nora",
    ]);
    const pages = await run(["partners", "list", "--all", "--first", "1", "--order-by", "NAME_DESC"]);
    expect(pages.out.split("\n").map((line) => JSON.parse(line).name)).toEqual(["Nora", "Mara"]);
    expect(await run(["partners", "create", "Olga", "--handle", "@MARA"])).toMatchObject({
      code: 1,
      out: "",
      error: expect.stringMatching(/^input\.handle {2}TAKEN {2}/),
    });
    const csv = ["Code,Value", ...Array.from({ length: 25 }, (_, index) => `CLI-${index},10%`)].join("\n");
    const imported = await run(["codes", "import", "-", "--wait"], csv);
    expect(imported.error).toBe("");
    expect(JSON.parse(imported.out)).toMatchObject({ kind: "IMPORT_DISCOUNT_CODES", state: "SUCCEEDED", done: 25 });
    expect(await run(["members", "add", "--role", "MEMBER"])).toMatchObject({ code: 1, error: expect.stringContaining("--name") });
    expect(await run(["admin", "key", "list"])).toMatchObject({ code: 1, error: expect.stringContaining("npm run offergraph -- admin") });
  });
});

describe("listen", () => {
  const arrived: string[] = [];
  let receiver: Server;
  let listener: ChildProcess;
  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      const { subject, data } = JSON.parse(await text(request)) as { subject: string; data: { name: string } };
      arrived.push(`${subject} ${data.name}`);
      response.writeHead(204).end();
    });
    await once(receiver.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(() => {
    listener?.kill("SIGKILL");
    receiver.close();
  });

  it("forwards every event in order over a kill of the service, and ends when the key is revoked", async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const types = "offergraph.discounts.partner.added.v1,offergraph.discounts.partner.updated.v1";
    listener = spawn(bin(), ["listen", "--forward-to", url, "--events", types], { cwd: folder, env: environment });
    let errors = "";
    listener.stderr?.on("data", (chunk: Buffer) => {
      errors += chunk;
    });
    const ended = once(listener, "exit");
    await vi.waitFor(() => expect(errors).toContain("Signing secret: whsec_"), polling);

    const { partner } = await json(["partners", "create", "0"]);
    await vi.waitFor(() => expect(arrived).toHaveLength(1), polling);
    process.kill((await readSystem()).pids.workspace, "SIGKILL");
    const names = ["1", "2", "3"];
    for (const name of names) await json(["partners", "update", partner.rowId, "--name", name]);
    await vi.waitFor(() => expect(arrived.at(-1)).toBe(`${partner.rowId} 3`), polling);
    // An event can arrive twice, but never after a later event of the record.
    expect([...new Set(arrived)]).toEqual(["0", ...names].map((name) => `${partner.rowId} ${name}`));

    await admin(["key", "revoke", mine.keyId, "--workspace", mine.workspaceId]);
    expect((await ended)[0]).toBe(2);
    expect(errors).toContain("Listening ended: The API key is invalid.");
    expect(errors).not.toContain(mine.key);
  });
});
