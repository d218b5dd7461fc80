import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "./command.js";
import { Recorder } from "./recorder.js";
import { startServer, type TestServer } from "./testing/server.js";

let folder: string;
let server: TestServer;
let printed: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-load-"));
  printed = [];
  vi.spyOn(console, "log").mockImplementation((text) => void printed.push(String(text)));
  vi.spyOn(console, "error").mockImplementation((text) => void printed.push(String(text)));
  ignoreOwnSpeed();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Hides delays and CPU time of this process, because the result of a slow or paused process has notes about them. */
function ignoreOwnSpeed(): void {
  const { sent } = Recorder.prototype;
  vi.spyOn(Recorder.prototype, "sent").mockImplementation(function (this: Recorder, operation) {
    sent.call(this, operation, Number.POSITIVE_INFINITY);
  });
  vi.spyOn(process, "cpuUsage").mockReturnValue({ user: 0, system: 0 });
}

/** Runs the workload `write` with an API that returns `find` when the load test looks for its codes. */
async function runWrites(find: (prefix: string) => object, ...words: string[]) {
  let codes = 0;
  server = await startServer((_request, response, body) => {
    const { method, query = "", variables = {} } = JSON.parse(body);
    const answer = () => {
      if (method) return { result: { contents: [{ text: JSON.stringify({ workspaceId: "one" }) }] } };
      if (query.includes("list_discount_codes")) return find(variables.prefix);
      if (query.includes("bulk_delete")) return { data: { bulk_delete_discount_codes: { deletedIds: variables.ids, userErrors: [] } } };
      codes += 1;
      return { data: { create_discount_code: { discountCode: { rowId: String(codes) } } } };
    };
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer()));
  });
  const [report, json] = [path.join(folder, "report.html"), path.join(folder, "result.json")];
  const arguments_ = ["--url", server.url, "--workload", "write", "--allow-writes", "--warm-up", "0", "--duration", "0.2", "--rate", "50"];
  const progress = { write: (text: string) => void printed.push(text) };
  const exitCode = await runCommand([...arguments_, "--report", report, "--json", json, ...words], { OFFERGRAPH_KEY: "sk_1" }, progress);
  return { exitCode, codes, html: await readFile(report, "utf8"), result: JSON.parse(await readFile(json, "utf8")) };
}

describe("the load test", () => {
  it("writes its reports if the cleanup fails, names the remaining records, and exits with code 3", async () => {
    const failed = () => ({ errors: [{ message: "The service is not available." }] });
    const { exitCode, codes, html, result } = await runWrites(failed, "--max-p99-ms", "10000");
    expect(exitCode).toBe(3);
    expect(codes).toBeGreaterThan(0);
    expect(result.stages[0].total.ok).toBe(codes);
    expect(result.remaining.prefix).toMatch(/^LOADTEST-/);
    expect(result.remaining.cause).toContain("The service is not available.");
    const text = printed.join("\n");
    for (const place of [text, html, result.notes.join()])
      expect(place).toContain(`discount codes that start with ${result.remaining.prefix} may remain in the workspace. Delete them`);
    expect(text).toContain(`list_discount_codes(filter: { code: { includesInsensitive: "${result.remaining.prefix}" } })`);
    expect(text).toContain("bulk_delete_discount_codes. Cause: ");
  });

  it("deletes its records", async () => {
    let isFirst = true;
    const { exitCode, result } = await runWrites((prefix) => {
      const nodes = isFirst ? [{ rowId: "1", code: `${prefix}1` }] : [];
      isFirst = false;
      return { data: { list_discount_codes: { nodes } } };
    });
    expect(exitCode).toBe(0);
    expect(result.remaining).toBeUndefined();
    expect(result.notes).toEqual([]);
    expect(printed.join("")).toContain("Deleted the 1 discount codes that start with LOADTEST-");
  });
});
