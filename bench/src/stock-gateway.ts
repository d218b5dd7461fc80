import { createRequire } from "node:module";
import { ApolloGateway } from "@apollo/gateway";
import { ApolloServer } from "@apollo/server";
import { startStandaloneServer } from "@apollo/server/standalone";
import { z } from "zod";

// Starts @apollo/server and @apollo/gateway as documented, with this project's supergraph. The subgraph URLs point to a hop that signs the
// requests.
const { supergraphSdl } = z.object({ supergraphSdl: z.string() }).parse(await new Promise((resolve) => process.once("message", resolve)));
// Exits when the benchmark exits or is killed.
process.once("disconnect", () => process.exit());

const { version } = createRequire(import.meta.url)("@apollo/gateway/package.json") as { version: string };
const gateway = new ApolloGateway({ supergraphSdl });
const server = new ApolloServer({ gateway, includeStacktraceInErrorResponses: false });
const { url } = await startStandaloneServer(server, { listen: { port: 0, host: "127.0.0.1" } });
process.send?.({ url, version });
