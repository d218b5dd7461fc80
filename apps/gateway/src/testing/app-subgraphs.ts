import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { buildSubgraphSchema } from "@apollo/subgraph";
import type { Manifest } from "@offergraph/shared/schema/manifest";
import { execute, type GraphQLFieldResolver, parse } from "graphql";
import { appSubgraphs } from "../mcp/testing/context.js";
import { appManifests } from "./app-manifests.js";
import { withoutLinks } from "./without-links.js";

/** Additional SDL of one app, with resolvers. */
export interface Addition {
  app: string;
  sdl: string;
  resolvers: Record<string, Record<string, GraphQLFieldResolver<unknown, unknown>>>;
}

/**
 * Starts one subgraph for each app. Each subgraph publishes the committed SDL and manifest of its app. `addition` adds operations to one
 * app.
 */
export async function startAppSubgraphs(addition: Addition) {
  const changed = appSubgraphs().map(({ name, sdl }) => ({ name, sdl: name === addition.app ? `${sdl}\n${addition.sdl}` : sdl }));
  const servers = await Promise.all(
    changed.map(async ({ name, sdl }) => {
      const run = name === addition.app ? executor(sdl, addition) : undefined;
      const server = subgraphServer(sdl, appManifests.get(name), run);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return { name, server };
    }),
  );
  const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  return {
    sdls: changed,
    /** The value of the gateway's setting SUBGRAPHS. */
    setting: servers.map(({ name, server }) => `${name}=${urlOf(server)}`).join(","),
    async stop() {
      for (const { server } of servers) server.closeAllConnections();
      await Promise.all(servers.map(({ server }) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

type Executor = (body: { query: string; variables?: Record<string, unknown> }) => Promise<{ errors?: readonly unknown[]; data?: unknown }>;

function executor(sdl: string, { resolvers }: Addition): Executor {
  const schema = buildSubgraphSchema({ typeDefs: parse(sdl), resolvers: resolvers as never });
  return async ({ query, variables }) => await execute({ schema, document: parse(query), variableValues: variables });
}

function subgraphServer(sdl: string, manifest: Manifest | undefined, run: Executor | undefined): Server {
  const answer = async (request: IncomingMessage) => {
    if (request.url !== "/graphql") return request.url === "/manifest" ? manifest : {};
    const body = JSON.parse(await text(request));
    if (body.query.includes("_service")) return { data: { _service: { sdl } } };
    return (await run?.(body)) ?? { errors: [{ message: "This subgraph executes no operations." }] };
  };
  return withoutLinks(async (request, response) => {
    const body = (await answer(request)) ?? {};
    const count = "errors" in body ? (body.errors?.length ?? 0) : 0;
    response.writeHead(200, { "content-type": "application/json", "x-offergraph-errors": String(count) }).end(JSON.stringify(body));
  });
}
