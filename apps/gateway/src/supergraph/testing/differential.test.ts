import { parse, validate } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calm } from "./fixture-resolvers.js";
import { type Harness, startHarness } from "./harness.js";
import { causeExecutor, causesOf, placesOf, referenceExecutor } from "./oracle.js";
import { randomOperation } from "./random-operation.js";
import { weatherOf } from "./random-weather.js";

// `OFFERGRAPH_OPERATIONS` sets the number of tested operations. `OFFERGRAPH_SEED` is the seed of the random operations.
const operations = Number(process.env.OFFERGRAPH_OPERATIONS ?? 300);
const firstSeed = Number(process.env.OFFERGRAPH_SEED ?? 1);
const names = ["catalog", "people", "stock"];

describe.each(["compiled", "apollo"] as const)(
  "random operations on the executor %s, compared with graphql-js on one schema",
  (executor) => {
    let harness: Harness;
    let away: string | undefined;
    let reference: ReturnType<typeof referenceExecutor>;
    let causes: ReturnType<typeof causeExecutor>;
    beforeAll(async () => {
      harness = await startHarness({ errors: 100_000, aliases: 1000, depth: 40 }, executor);
      const options = { weather: () => harness.subgraphs.weather, away: () => away };
      reference = referenceExecutor(harness.engine.apiSchema, options);
      causes = causeExecutor(harness.engine.apiSchema, options);
    });
    afterAll(() => harness.stop());

    /** Executes a valid operation. Compares the data byte by byte, and the errors by position and cause. */
    const compare = async (seed: number, query: string, variables: Record<string, unknown>): Promise<boolean> => {
      const [ours, theirs, possible] = await Promise.all([
        harness.ask(query, variables),
        reference(query, variables),
        causes(query, variables),
      ]);
      const text = ours.raw.toString();
      const data = text.slice(text.lastIndexOf(`"data":`, text.length - JSON.stringify(ours.data).length) + 7, -1);
      expect({ seed, query, away, data, places: placesOf(ours.errors, ours.data) }).toEqual({
        ...{ seed, query, away, data: JSON.stringify(theirs.data) },
        places: placesOf(theirs.errors, theirs.data),
      });
      const known = new Set(causesOf(possible.errors));
      expect({ seed, query, away, causes: causesOf(ours.errors).filter((cause) => !known.has(cause)) }).toEqual({
        ...{ seed, query, away, causes: [] },
      });
      return ours.errors !== undefined;
    };

    it(`returns the same data and errors for ${operations} operations`, { timeout: 3_600_000 }, async () => {
      away = undefined;
      harness.subgraphs.trouble = {};
      let done = 0;
      for (let seed = firstSeed; done < operations; seed++) {
        const { query, variables } = randomOperation(harness.engine.apiSchema, seed, { isMisleading: seed % 3 === 0 });
        if (validate(harness.engine.apiSchema, parse(query)).length > 0) continue;
        harness.subgraphs.weather = seed % 2 ? weatherOf(seed) : calm;
        await compare(seed, query, variables);
        done++;
      }
    });

    it(`explains each null with the failure of its own field, in ${operations / 2} operations while a subgraph is unavailable`, {
      timeout: 3_600_000,
    }, async () => {
      let [done, withErrors] = [0, 0];
      for (let seed = firstSeed + 5_000_000; done < operations / 2; seed++) {
        const { query, variables } = randomOperation(harness.engine.apiSchema, seed, { isMisleading: seed % 3 === 0 });
        // Skips the field `label`, because the plan determines which of two subgraphs returns `label`.
        if (/label/.test(query) || validate(harness.engine.apiSchema, parse(query)).length > 0) continue;
        away = names[seed % 3] as string;
        harness.subgraphs.trouble = { [away]: "status" };
        harness.subgraphs.weather = seed % 2 ? weatherOf(seed) : calm;
        withErrors += (await compare(seed, query, variables)) ? 1 : 0;
        done++;
      }
      expect(withErrors).toBeGreaterThan(operations / 10);
    });
  },
);
