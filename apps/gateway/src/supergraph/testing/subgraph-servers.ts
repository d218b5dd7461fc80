import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buildSubgraphSchema } from "@apollo/subgraph";
import { execute, type GraphQLSchema, parse } from "graphql";
import { withoutLinks } from "../../testing/without-links.js";
import { fixtureSdl } from "./fixture.js";
import { calm, type Resolvers, type Weather, worldResolvers } from "./fixture-resolvers.js";

export interface Received {
  subgraph: string;
  query: string;
  variables: Record<string, unknown>;
  headers: NodeJS.Dict<string | string[]>;
}

/** The kind of failure that a subgraph simulates. */
export type Trouble = "none" | "closes" | "status" | "no json" | "silent" | "long" | "no data";

export interface TestSubgraphs {
  readonly addresses: { name: string; url: string }[];
  readonly schemas: Record<string, GraphQLSchema>;
  readonly received: Received[];
  weather: Weather;
  trouble: Record<string, Trouble>;
  /** SDLs, by name of the subgraph. */
  sdl: Record<string, string>;
  /** Manifests, by name of the subgraph. A subgraph with the manifest null responds with 404. */
  manifests: Record<string, unknown>;
  stop(): Promise<void>;
}

export interface SubgraphDefinitions {
  /** SDLs, by name of the subgraph. */
  readonly sdl: Readonly<Record<string, string>>;
  readonly resolvers: (weather: () => Weather) => Readonly<Record<string, Resolvers>>;
  readonly rootValue?: unknown;
}

/** Starts subgraphs as real HTTP servers in this process. By default, starts the subgraphs of the fixture. */
export async function startSubgraphs(
  { sdl: definitions, resolvers, rootValue }: SubgraphDefinitions = { sdl: fixtureSdl, resolvers: worldResolvers },
): Promise<TestSubgraphs> {
  const servers: Server[] = [];
  const all = resolvers(() => subgraphs.weather);
  const subgraphs: TestSubgraphs = {
    addresses: [],
    schemas: {},
    received: [],
    weather: calm,
    trouble: {},
    sdl: { ...definitions },
    manifests: {},
    async stop() {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
  for (const [name, sdl] of Object.entries(definitions)) {
    const schema = buildSubgraphSchema({ typeDefs: parse(sdl), resolvers: all[name] as Resolvers as never });
    const answer = subgraphAnswer(name, schema, subgraphs, rootValue);
    const server = withoutLinks((request, response) => {
      if (request.url === "/manifest") return sendManifest(response, subgraphs.manifests[name]);
      // A subgraph that fails requests still answers the liveness check.
      return request.url === "/health/live" ? void response.end() : answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    subgraphs.schemas[name] = schema;
    subgraphs.addresses.push({ name, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql` });
  }
  return subgraphs;
}

function subgraphAnswer(name: string, schema: GraphQLSchema, subgraphs: TestSubgraphs, rootValue: unknown) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { query, variables = {} } = JSON.parse(Buffer.concat(chunks).toString()) as {
      query: string;
      variables?: Record<string, unknown>;
    };
    subgraphs.received.push({ subgraph: name, query, variables, headers: request.headers });
    const trouble = subgraphs.trouble[name] ?? "none";
    if (trouble === "silent") return;
    if (trouble === "closes") return void request.socket.destroy();
    if (trouble === "status") return void response.writeHead(503, { "content-type": "application/json" }).end('{"data":{}}');
    if (trouble === "no json") return void response.writeHead(200).end("<html>at http://10.0.0.1/graphql</html>");
    if (trouble === "no data") return void response.writeHead(200).end('{"data":null}');
    if (trouble === "long") return void response.writeHead(200).end(" ".repeat(2_000_000));
    if (query.includes("_service"))
      return void response.writeHead(200).end(JSON.stringify({ data: { _service: { sdl: subgraphs.sdl[name] } } }));
    const { data, errors } = await execute({ schema, document: parse(query), variableValues: variables, rootValue });
    const body = errors ? { errors, data } : { data };
    response
      .writeHead(200, { "content-type": "application/json", "x-offergraph-errors": String(errors?.length ?? 0) })
      .end(JSON.stringify(body));
  };
}

function sendManifest(response: ServerResponse, manifest: unknown): void {
  if (manifest === null) response.writeHead(404);
  response.end(JSON.stringify(manifest ?? {}));
}
