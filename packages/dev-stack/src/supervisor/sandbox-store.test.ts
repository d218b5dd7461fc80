import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOutput } from "./output.js";
import { keptPort, sandboxStoreAccess } from "./sandbox-store.js";

let folder: string;
let said: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "offergraph-sandbox-"));
  said = "";
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const output = createOutput((text) => {
  said += text;
}, false);

describe("the sandbox store of a data directory", () => {
  it("keeps its port over runs, unless another program uses it", async () => {
    const port = await keptPort(folder, output);
    expect(await keptPort(folder, output)).toBe(port);
    expect(said).toBe("");
    const other = createServer().listen(port, "127.0.0.1");
    await once(other, "listening");
    try {
      const moved = await keptPort(folder, output);
      expect(moved).not.toBe(port);
      expect(said).toContain(`port ${port} is in use; using ${moved}`);
      expect(await keptPort(folder, output)).toBe(moved);
    } finally {
      other.close();
    }
  });

  it("generates its secret once, with mode 0600", () => {
    const access = sandboxStoreAccess(folder, "http://127.0.0.1:1");
    expect(access).toEqual({
      SANDBOX_STORE_URL: "http://127.0.0.1:1",
      SANDBOX_STORE_SECRET: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    expect(sandboxStoreAccess(folder, "http://127.0.0.1:1")).toEqual(access);
    expect(statSync(path.join(folder, "sandbox-store/secret")).mode & 0o777).toBe(0o600);
  });
});
