import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { graphqlRequest, type Principal, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { expect, it } from "vitest";
import { startIdentityProxy } from "./identity-proxy.js";

const signingKey = "a signing key of the tests, long enough";
const principal: Principal = { workspaceId: "w", memberId: "m", keyId: "k", level: "ADMIN", requestId: "r" };

it("signs each request for its service and returns its response", async () => {
  const seen: Principal[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const header = String(request.headers[principalHeader]);
    seen.push(principalSigner(signingKey).verify(header, Date.now(), graphqlRequest("forms", body)));
    response.writeHead(422).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  const proxy = await startIdentityProxy({ target, service: "forms", signingKey, principal });
  for (const body of ['{"query":"{ a }"}', '{"query":"{ b }"}']) {
    const answer = await fetch(proxy.url, { method: "POST", body });
    expect([answer.status, await answer.text()]).toEqual([422, body]);
  }
  expect(seen).toEqual([principal, principal]);
  server.close();
  server.closeAllConnections();
  expect((await fetch(proxy.url, { method: "POST", body: "{}" })).status).toBe(502);
  proxy.stop();
});
