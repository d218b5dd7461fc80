import { buildASTSchema, type GraphQLError, parse, printSchema, validate } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composeSupergraph } from "../compose.js";
import { createEngine, type Engine } from "../engine.js";
import { defaultLimits } from "../limits.js";
import type { ExecutorName } from "../plan/run-plan.js";
import { closeClients, createSubgraphClients, type SubgraphClients } from "../subgraph-client.js";
import { fixtureSdl } from "./fixture.js";
import { calm, type Weather } from "./fixture-resolvers.js";
import { placesOf, referenceExecutor } from "./oracle.js";
import { quietLog } from "./quiet-log.js";
import { randomFrom, randomOperation } from "./random-operation.js";
import { startSubgraphs, type TestSubgraphs } from "./subgraph-servers.js";

// The environment variable OFFERGRAPH_OPERATIONS sets the number of tested operations, and OFFERGRAPH_SEED selects other random operations.
const operations = Number(process.env.OFFERGRAPH_OPERATIONS ?? 600);
const firstSeed = Number(process.env.OFFERGRAPH_SEED ?? 1);
const limits = { ...defaultLimits, errors: 100_000, aliases: 1000, depth: 40 };

/** Returns the failures of one test run. The seed determines which fields of which records fail or are null. */
function weatherOf(seed: number): Weather {
  const random = randomFrom(seed);
  const [failing, empty] = [random() < 0.4 ? random() * 0.2 : 0, random() < 0.4 ? random() * 0.2 : 0];
  const roll = (kind: number, field: string, id: string) => {
    let hash = seed * 31 + kind;
    for (const character of field + id) hash = (Math.imul(hash, 33) + character.charCodeAt(0)) >>> 0;
    return randomFrom(hash)();
  };
  return { fails: (field, id) => roll(1, field, id) < failing, isNull: (field, id) => roll(2, field, id) < empty, misses: () => false };
}

describe("our execution of a plan against graphql-js over the composed schema", () => {
  let subgraphs: TestSubgraphs;
  let clients: SubgraphClients;
  let engines: Record<ExecutorName, Engine>;
  let reference: ReturnType<typeof referenceExecutor>;
  beforeAll(async () => {
    subgraphs = await startSubgraphs();
    const composition = composeSupergraph(Object.entries(fixtureSdl).map(([name, sdl]) => ({ name, sdl })));
    if ("errors" in composition) throw new Error(composition.errors.join("\n"));
    expect(composition.hints).toEqual([]);
    clients = createSubgraphClients(subgraphs.addresses, limits);
    const engineOf = (executor: ExecutorName) =>
      createEngine({ supergraphSdl: composition.supergraphSdl, limits, log: quietLog, clients, executor });
    engines = { compiled: engineOf("compiled"), apollo: engineOf("apollo") };
    reference = referenceExecutor(buildASTSchema(parse(printSchema(engines.compiled.apiSchema))), () => subgraphs.weather);
  });
  afterAll(async () => {
    await closeClients(clients);
    await subgraphs.stop();
  });

  it.each(["compiled", "apollo"] as const)(
    `answers ${operations} random operations byte for byte the same, with the same errors at the same places: %s`,
    {
      timeout: 3_600_000,
    },
    async (executor) => {
      const engine = engines[executor];
      let done = 0;
      for (let seed = firstSeed; done < operations; seed++) {
        const { query, variables } = randomOperation(engine.apiSchema, seed, { isMisleading: seed % 3 === 0 });
        if (validate(engine.apiSchema, parse(query)).length > 0) continue;
        subgraphs.weather = seed % 2 ? weatherOf(seed) : calm;
        const prepared = engine.prepare(query, undefined);
        const given = prepared.variables(variables);
        const [ours, theirs] = await Promise.all([
          prepared.execute(given, { headers: {}, requestId: "r", log: quietLog }),
          reference(query, variables),
        ]);
        const text = ours.body.toString();
        const answer = JSON.parse(text) as { data: unknown; errors?: GraphQLError[] };
        const data = text.slice(text.lastIndexOf(`"data":`, text.length - JSON.stringify(answer.data).length) + 7, -1);
        const seen = { seed, query, data, places: placesOf(answer.errors, answer.data) };
        expect(seen).toEqual({ seed, query, data: JSON.stringify(theirs.data), places: placesOf(theirs.errors, theirs.data) });
        done++;
      }
    },
  );
});
