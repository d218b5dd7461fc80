import { principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, expect, it, vi } from "vitest";
import { signingKey, type TestGateway, testGateway } from "../testing/gateway.js";

const query = "{ items { totalCount } }";
let gateway: TestGateway | undefined;
afterEach(() => gateway?.stop());

it("reports a key in use once a minute to the service that stores keys, with the identity of the key", async () => {
  const reported: { header: string; path: string }[] = [];
  gateway = await testGateway(
    {},
    {
      manifest: { keyUsage: "/key-usage" },
      visited: (request, response) => {
        reported.push({ header: String(request.headers[principalHeader]), path: request.url ?? "" });
        response.writeHead(204).end();
      },
    },
  );
  const [one, two] = [await gateway.newKey(), await gateway.newKey({ kind: "SESSION" })];
  for (const { key } of [one, one, two, one]) expect((await gateway.ask(key, query)).status).toBe(200);
  await vi.waitFor(() => expect(reported).toHaveLength(2), polling);
  const signer = principalSigner(signingKey);
  const principals = reported.map(({ header, path }) =>
    signer.verify(header, Date.now(), { service: "forms", method: "POST", path, body: undefined }),
  );
  expect(principals.map(({ keyId, isSession }) => ({ keyId, isSession }))).toEqual([
    { keyId: one.keyId, isSession: undefined },
    { keyId: two.keyId, isSession: true },
  ]);
});

it("does not delay or fail a request if the report fails", async () => {
  gateway = await testGateway(
    {},
    { manifest: { keyUsage: "/key-usage" }, visited: (_request, response) => void response.writeHead(500).end() },
  );
  const { key } = await gateway.newKey();
  expect((await gateway.ask(key, query)).status).toBe(200);
});
