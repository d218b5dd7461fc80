import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { addConnection, sentOrder } from "../testing/send.js";
import { runAdmin } from "./program.js";

let fixture: Fixture;
let client: Client;
let connectionId: string;
let folder: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  connectionId = await addConnection(fixture, client);
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-orders-"));
  return () => rm(folder, { recursive: true, force: true });
});

const wordsFor = (file: string) => ["import", "orders", file, "--connection", connectionId, "--workspace", client.workspaceId];
const orders = (count: number) => Array.from({ length: count }, () => JSON.stringify(sentOrder()));
const stored = async () =>
  Number((await fixture.admin.query("SELECT count(*) FROM orders WHERE workspace_id = $1", [client.workspaceId])).rows[0].count);

/** Runs the command in a separate process. `ended` resolves with the exit code and the output. */
function start(file: string) {
  const admin = fileURLToPath(new URL("../admin.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", admin, ...wordsFor(file), "--json"], {
    env: { PATH: process.env.PATH, DATABASE_URL: fixture.connectionString },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  child.stdout.on("data", (text: Buffer) => {
    out += text;
  });
  return { child, ended: once(child, "close").then(([code]) => [code, JSON.parse(out)]) };
}

describe("import orders", () => {
  it("stopped in the middle of a file keeps the reported records, and resumes there", async () => {
    const file = path.join(folder, "orders.ndjson");
    const lines = orders(4_000);
    await writeFile(file, lines.join("\n"));
    const pipe = path.join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const { child, ended } = start(pipe);
    const writer = await open(pipe, "w");
    // The import cannot end before the signal, because the pipe stays open. The write fails if the import stops before its end.
    const written = writer.write(lines.slice(0, 2_000).join("\n")).catch(() => undefined);
    await vi.waitFor(async () => expect(await stored()).toBeGreaterThan(0), polling);
    child.kill("SIGINT");
    const [code, emitted] = await ended;
    await written;
    await writer.close();
    expect([code, emitted]).toMatchObject([130, { rejected: 0, stopped: true }]);
    expect(emitted.accepted).toBeLessThan(4_000);
    expect(await stored()).toBe(emitted.accepted);
    expect(await start(file).ended).toMatchObject([0, { unchanged: emitted.accepted, accepted: 4_000 - emitted.accepted }]);
  });

  it("stopped while reading a pipe keeps complete orders and drops a partial one", async () => {
    const pipe = path.join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const { child, ended } = start(pipe);
    const writer = await open(pipe, "w");
    await writer.write(`${orders(3).join("\n")}\n${orders(1).join("").slice(0, 40)}`);
    await vi.waitFor(async () => expect(await stored()).toBe(3), polling);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject([130, { accepted: 3, rejected: 0, stopped: true }]);
    await writer.close();
    expect(await stored()).toBe(3);
  });

  it("prints an order's error with its line number, without terminal control characters", async () => {
    const file = path.join(folder, "orders.ndjson");
    await writeFile(file, `\n\n${JSON.stringify(sentOrder({ externalRef: "\u001b[2Jgone", totalPrice: "nothing" }))}`);
    let emitted = "";
    const code = await runAdmin(
      wordsFor(file),
      { DATABASE_URL: fixture.connectionString },
      { out: (text) => (emitted += text), error: () => undefined },
    );
    expect([code, emitted]).toEqual([2, expect.stringContaining("line 3 (\\u001b[2Jgone): ")]);
    expect(emitted).not.toContain("\u001b");
  });

  it("prints how many more results there are, also without errors", async () => {
    const file = path.join(folder, "orders.ndjson");
    const version = sentOrder();
    // The versions have equal times, so most of them are stale and rejected.
    const versions = Array.from({ length: 100 }, (_, index) => JSON.stringify({ ...version, totalPrice: String(100 + index) }));
    await writeFile(file, versions.join("\n"));
    let emitted = "";
    const code = await runAdmin(
      wordsFor(file),
      { DATABASE_URL: fixture.connectionString },
      { out: (text) => (emitted += text), error: () => undefined },
    );
    expect(code).toBe(0);
    expect(emitted.match(/^line /gm)).toHaveLength(50);
    expect(emitted).toMatch(/… and more errors\. Use --json to list all errors\.\n\d+ imported, \d+ unchanged or stale, 0 rejected\./);
  });

  it("explains which file cannot be opened", async () => {
    let emitted = "";
    const code = await runAdmin(
      wordsFor(folder),
      { DATABASE_URL: fixture.connectionString },
      { out: () => undefined, error: (text) => (emitted += text) },
    );
    expect([code, emitted]).toEqual([1, expect.stringContaining("it is a directory")]);
  });
});
