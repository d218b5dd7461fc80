import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dryRunHeader, parseDryRun } from "@offergraph/shared/access/dry-run";
import { graphqlRequest, type Principal, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { readBody } from "@offergraph/shared/http/body";

export interface IdentityProxyOptions {
  target: string;
  service: string;
  signingKey: string;
  principal: Principal;
}

export type IdentityProxy = Awaited<ReturnType<typeof startIdentityProxy>>;

const maxBodyBytes = 8 * 1024 * 1024;

/** Forwards GraphQL requests to one service. Signs each request with `principal`, like the gateway. For development only. */
export async function startIdentityProxy({ target, service, signingKey, principal }: IdentityProxyOptions) {
  const signer = principalSigner(signingKey);
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request, maxBodyBytes);
    const { "idempotency-key": key, [dryRunHeader]: given = "false" } = request.headers;
    const isDryRun = parseDryRun(String(given));
    if (isDryRun === undefined) return void response.writeHead(400).end("The header Dry-Run must be true or false.\n");
    const answer = await fetch(target, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [principalHeader]: signer.sign(principal, Date.now(), graphqlRequest(service, body, isDryRun)),
        ...(isDryRun && { [dryRunHeader]: "true" }),
        ...(typeof key === "string" && { "idempotency-key": key }),
      },
      body: new Uint8Array(body),
    });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  };
  const server = createServer((request, response) => {
    forward(request, response).catch((error: Error) => response.writeHead(502).end(`${service} is unavailable: ${error.message}\n`));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
