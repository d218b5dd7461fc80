import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkPage } from "./src/check-page.js";
import { startChromium } from "./src/chromium.js";
import { repository } from "./src/start-system.js";
import { codeBody, newKey, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

let mine: Workspace;
let url: string;
let folder: string;
beforeAll(async () => {
  mine = await newWorkspace();
  url = (await readSystem()).baseUrl;
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-load-"));
  const create = "mutation ($body: DiscountCodeBody!) { create_discount_code(input: { body: $body }) { userErrors { message } } }";
  await mine.client.data(create, { body: codeBody({ code: "KEPT" }) });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Sends SIGINT when the text `stopAfter` appears in the output. */
function load(key: string, words: string[], stopAfter?: string): Promise<{ code: unknown; out: string }> {
  return new Promise((resolve) => {
    const all = ["--conditions=source", "scripts/load.mjs", "--url", url, ...words];
    const env = { ...process.env, INIT_CWD: folder, OFFERGRAPH_KEY: key };
    const child = execFile("node", all, { cwd: repository, env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, out: `${stderr}${stdout}` }),
    );
    let seen = "";
    child.stderr?.on("data", (text: string) => {
      if (stopAfter === undefined || seen.includes(stopAfter)) return;
      seen += text;
      if (seen.includes(stopAfter)) child.kill("SIGINT");
    });
  });
}

const codes = async () => {
  const data = await mine.client.data("{ list_discount_codes { nodes { code } } }");
  return (data as { list_discount_codes: { nodes: { code: string }[] } }).list_discount_codes.nodes.map(({ code }) => code);
};

describe("npm run load", () => {
  it("measures all workloads, deletes its records and writes a report", async () => {
    const thresholds = ["--max-p99-ms", "10000", "--max-errors", "0"];
    const { code, out } = await load(mine.key, [
      ...["--rate", "40", "--duration", "3", "--warm-up", "0", "--allow-writes", "--json", "result.json", ...thresholds],
    ]);
    expect(out).toContain("Deleted the 6 discount codes");
    expect(code, out).toBe(0);
    expect(await codes()).toEqual(["KEPT"]);
    const result = JSON.parse(await readFile(path.join(folder, "result.json"), "utf8"));
    expect(result.stages[0].total).toMatchObject({ sent: 120, ok: 120, limited: 0, failed: 0 });
    expect(result.stages[0].operations.map(({ name }: { name: string }) => name).sort()).toEqual(["get", "join", "list", "mcp", "write"]);
    expect(await readFile(path.join(folder, "load-report.html"), "utf8")).not.toContain(mine.key);
  });

  it("writes a report that is readable on a phone and loads nothing", async () => {
    const browser = await startChromium();
    try {
      for (const colorScheme of ["light", "dark"] as const) {
        const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme });
        const requests: string[] = [];
        page.on("request", (request) => requests.push(request.url()));
        const report = pathToFileURL(path.join(folder, "load-report.html")).href;
        await page.goto(report);
        await checkPage(page);
        expect(requests).toEqual([report]);
        expect(await page.locator("figure > svg path.line").count()).toBeGreaterThan(4);
      }
    } finally {
      await browser.close();
    }
  });

  it("separates and explains 429, and exits with 1", async () => {
    const { key } = await newKey(mine.workspaceId, mine.memberId, ["--kind", "secret", "--limit", "12"]);
    const { code, out } = await load(key, ["--workload", "get", "--rate", "20", "--duration", "1", "--warm-up", "0", "--max-errors", "1"]);
    expect(code, out).toBe(1);
    // Two of the 12 requests precede the measurement.
    expect(out).toMatch(/^all +20 +10 +10 +0 /m);
    expect(out).toContain("FAIL  errors, including 429: 10 (at most 1)");
    expect(out).toContain("This API key exceeded 12 requests per minute.");
  });

  it("deletes its records after Ctrl-C", async () => {
    const words = ["--workload", "write", "--allow-writes", "--rate", "20", "--warm-up", "0", "--duration", "600"];
    const { out } = await load(mine.key, words, "5 s ");
    expect(out).toMatch(/Deleted the [1-9]\d* discount codes/);
    expect(await codes()).toEqual(["KEPT"]);
  });

  it("rejects an invalid key before the measurement", async () => {
    const { code, out } = await load("sk_live_wrong", []);
    expect(code).toBe(2);
    expect(out).toContain("status 401");
  });
});
