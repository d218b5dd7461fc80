import { buildASTSchema, execute, parse, printSchema, validateSchema } from "graphql";
import { expect } from "vitest";
import { composeSupergraph } from "../../compose.js";
import { createEngine } from "../../engine.js";
import { defaultLimits } from "../../limits.js";
import type { ExecutorName } from "../../plan/run-plan.js";
import { closeClients, createSubgraphClients } from "../../subgraph-client.js";
import { causesOf, placesOf } from "../../testing/oracle.js";
import { quietLog } from "../../testing/quiet-log.js";
import { startSubgraphs } from "../../testing/subgraph-servers.js";
import type { AuditCase } from "./audit.js";
import { referenceResolvers, subgraphSdl } from "./world.js";

/** Executes the queries of a case through the gateway's engine, and compares the responses with graphql-js on the composed schema. */
export async function compareWithReference({ subgraphs, world, queries = [] }: AuditCase, executor: ExecutorName): Promise<void> {
  const sdl = Object.fromEntries(Object.entries(subgraphs).map(([name, text]) => [name, subgraphSdl(text)]));
  const composition = composeSupergraph(Object.entries(sdl).map(([name, text]) => ({ name, sdl: text })));
  if ("errors" in composition) throw new Error(composition.errors.join("\n"));
  const data = world?.() ?? { records: [], root: {} };
  const servers = await startSubgraphs({ sdl, resolvers: () => referenceResolvers(subgraphs, data), rootValue: data.root });
  const clients = createSubgraphClients(servers.addresses, defaultLimits);
  try {
    const engine = createEngine({ supergraphSdl: composition.supergraphSdl, limits: defaultLimits, log: quietLog, clients, executor });
    const schema = buildASTSchema(parse(printSchema(engine.apiSchema)));
    expect(validateSchema(schema)).toEqual([]);
    for (const query of queries) {
      const prepared = engine.prepare(query, undefined);
      const variables = prepared.variables({});
      const [ours, theirs] = [
        await prepared.execute(variables, { headers: {}, requestId: "r1", log: quietLog }),
        await execute({ schema, document: parse(query), rootValue: data.root }),
      ];
      const answer = JSON.parse(ours.body.toString());
      const seen = { query, data: JSON.stringify(answer.data), places: placesOf(answer.errors, answer.data) };
      expect({ ...seen, causes: causesOf(answer.errors).sort() }).toEqual({
        ...{ query, data: JSON.stringify(theirs.data), places: placesOf(theirs.errors, theirs.data) },
        causes: causesOf(theirs.errors).sort(),
      });
    }
  } finally {
    await closeClients(clients);
    await servers.stop();
  }
}
