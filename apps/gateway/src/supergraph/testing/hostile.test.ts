import { PublicError } from "@offergraph/shared/errors/public-error";
import { expect, it } from "vitest";
import { realTools } from "../../mcp/testing/real-tools.js";
import { type HostileDocument, hostileDocument } from "./hostile-document.js";

// `HOSTILE_DOCUMENTS` sets the number of tested documents. `OFFERGRAPH_SEED` is the seed of the random documents.
const count = Number(process.env.HOSTILE_DOCUMENTS ?? 100);
const firstSeed = Number(process.env.OFFERGRAPH_SEED ?? 1);
const maxCpuMs = 50;
const { engine } = realTools();

/** Runs all steps that precede execution: read, limit, validate, plan, compile, coerce, compute cost. */
function outcomeOf({ query, variables }: HostileDocument): string {
  try {
    const prepared = engine.prepare(query, undefined);
    prepared.cost(prepared.variables(variables));
    return "good";
  } catch (error) {
    if (error instanceof PublicError) return error.code;
    throw error;
  }
}

function cpuMs(document: HostileDocument): number {
  const before = process.cpuUsage();
  outcomeOf(document);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it(`${count} hostile documents take at most ${maxCpuMs} ms of CPU each until they are refused or ready to run`, {
  timeout: 3_600_000,
}, () => {
  for (let seed = 900_000; seed < 900_100; seed++) outcomeOf(hostileDocument(seed));
  let offenders: { seed: number; kind: string; ms: number }[] = [];
  const outcomes = new Map<string, number>();
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const ms = cpuMs(hostileDocument(seed));
    if (ms > maxCpuMs) offenders.push({ seed, kind: hostileDocument(seed).kind, ms });
    const outcome = outcomeOf(hostileDocument(seed, 9));
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  // Measures slow documents again, because garbage collection or other processes can delay a document.
  for (let attempt = 1; attempt <= 4; attempt++) {
    offenders = offenders.flatMap((offender) => {
      const ms = Math.min(offender.ms, cpuMs(hostileDocument(offender.seed, attempt)));
      return ms > maxCpuMs ? [{ ...offender, ms }] : [];
    });
  }
  expect(offenders).toEqual([]);
  for (const code of [
    "good",
    "NESTING_LIMIT",
    "OVERLAP_LIMIT",
    "TOKEN_LIMIT",
    "INPUT_LIMIT",
    "GRAPHQL_VALIDATION_FAILED",
    "GRAPHQL_PARSE_FAILED",
  ])
    expect(outcomes.get(code) ?? 0, code).toBeGreaterThan(0);
});
