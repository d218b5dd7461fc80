import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "../program.js";
import { testServer } from "../testing/server.js";
import { testTerminal } from "../testing/terminal.js";

const subgraphs = [{ name: "forms", version: "1.2.0", replicas: 2 }];
let refused: object[] = [];
let server: Awaited<ReturnType<typeof testServer>>;
beforeAll(async () => {
  server = await testServer(({ path }) =>
    path === "/health/ready" ? { status: 503, body: { status: "not ready", schema: { subgraphs, refused } } } : { body: { other: true } },
  );
});
afterAll(() => server.stop());

async function run(words: string[], isInteractive = false) {
  const terminal = testTerminal({}, isInteractive);
  const code = await runCli(["schema", "status", "--url", server.url, ...words], terminal);
  return { code, out: terminal.lines.join("\n"), error: terminal.errors.join("\n") };
}

it("shows the served versions, even if the gateway is not ready", async () => {
  const { code, out } = await run([]);
  expect([code, JSON.parse(out)]).toEqual([0, { subgraphs, refused: [] }]);
  expect((await run([], true)).out).toMatch(/^name +version +replicas\nforms +1\.2\.0 +2$/);
});

it("ends with 1 and the reasons if the gateway refuses a schema", async () => {
  refused = [{ subgraph: "forms", version: "1.3.0", reasons: ["[forms] Query.open has no @access"] }];
  const { code, error } = await run([]);
  expect([code, error]).toEqual([1, "Refused: forms 1.3.0\n  [forms] Query.open has no @access"]);
});

it("ends with 2 if the URL does not belong to a gateway", async () => {
  const terminal = testTerminal();
  expect(await runCli(["schema", "status", "--url", `${server.url}/other`], terminal)).toBe(2);
  expect(terminal.errors.join()).toContain("/other/health/ready does not describe");
});
