import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type RunningSystem, startSystem } from "./src/start-system.js";

let dataDirectory: string;
let system: RunningSystem | undefined;
beforeAll(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), "offergraph-e2e-demo-"));
});
afterAll(async () => {
  await system?.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

const start = async () => {
  const running = await startSystem({ dataDirectory, env: { OFFERGRAPH_DEMO: "1" } });
  system = running;
  return running;
};

it("is ready before the demo data is complete, and resumes the demo data after a stop", async () => {
  const first = await start();
  const file = await first.read();
  expect(file.demo).toBe("filling");
  const response = await fetch(`${file.baseUrl}/graphql/v1`, {
    method: "POST",
    headers: { authorization: `Bearer ${file.secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ query: "{ list_discount_codes(first: 1) { nodes { code } } }" }),
  });
  expect(await response.json()).toMatchObject({ data: { list_discount_codes: { nodes: expect.any(Array) } } });
  await first.stop();
  expect(first.output()).toMatch(/loading data; a message appears when all data is loaded[\s\S]*Stopped in/);
  expect(first.output()).not.toMatch(/error|did not start/);

  const second = await start();
  expect((await second.read()).secretKey).toBe(file.secretKey);
  await vi.waitFor(async () => expect((await second.read()).demo).toBe("filled"), polling);
  expect(second.output()).toMatch(/demo +data loaded/);
  for (const name of ["home page", "studio", "explorer", "docs", "demo form", "demo QR code"]) {
    const [, url = ""] = new RegExp(`^ +${name} +(http\\S+)$`, "m").exec(second.output()) ?? [];
    expect([name, (await fetch(url)).status]).toEqual([name, 200]);
  }
});
