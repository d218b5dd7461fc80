import { ApolloGateway, RemoteGraphQLDataSource } from "@apollo/gateway";
import { ApolloServer } from "@apollo/server";
import { startStandaloneServer } from "@apollo/server/standalone";
import { graphqlRequest, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { z } from "zod";

// Starts @apollo/server and @apollo/gateway as their documentation describes, with the supergraph of this
// project. The Apollo Gateway does not check keys or rate limits, and only adds a signed identity header, which the subgraphs require.
const { supergraphSdl, signingKey, principal } = z
  .object({
    supergraphSdl: z.string(),
    signingKey: z.string(),
    principal: z.object({
      workspaceId: z.string(),
      memberId: z.string(),
      keyId: z.string(),
      level: z.enum(["READ", "WRITE", "ADMIN"]),
      requestId: z.string(),
    }),
  })
  .parse(await new Promise((resolve) => process.once("message", resolve)));

const signer = principalSigner(signingKey);
/** Signs each request in the same way as Offergraph's gateway. */
const signedFetch =
  (service: string) =>
  (url: string, init: { body?: unknown; headers?: unknown } = {}): Promise<Response> => {
    const body = String(init.body ?? "");
    const headers = new Headers(init.headers as Record<string, string>);
    headers.set(principalHeader, signer.sign(principal, Date.now(), graphqlRequest(service, body)));
    return fetch(url, { ...(init as RequestInit), headers });
  };

const gateway = new ApolloGateway({
  supergraphSdl,
  buildService: ({ name, url }) =>
    new RemoteGraphQLDataSource({
      ...(url === undefined ? {} : { url }),
      fetcher: signedFetch(name) as never,
    }),
});
const { url } = await startStandaloneServer(new ApolloServer({ gateway, includeStacktraceInErrorResponses: false }), {
  listen: { port: 0, host: "127.0.0.1" },
});
process.send?.({ url });
