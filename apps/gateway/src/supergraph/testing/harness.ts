import { pino } from "pino";
import { composeSupergraph } from "../compose.js";
import { createEngine, type Engine } from "../engine.js";
import { defaultLimits, type SupergraphLimits } from "../limits.js";
import type { ExecutorName } from "../plan/run-plan.js";
import { closeClients, createSubgraphClients } from "../subgraph-client.js";
import { fixtureSdl } from "./fixture.js";
import { startSubgraphs, type TestSubgraphs } from "./subgraph-servers.js";

export interface AnswerBody {
  data?: unknown;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
}

export interface Harness {
  readonly engine: Engine;
  readonly subgraphs: TestSubgraphs;
  /** Parsed log lines. */
  readonly logged: Record<string, unknown>[];
  /** Runs an operation. `raw` is the response before parsing. */
  ask(query: string, variables?: Record<string, unknown>): Promise<AnswerBody & { raw: string | Buffer; errorCodes: string[] }>;
  stop(): Promise<void>;
}

export function fixtureSupergraph(): string {
  const composition = composeSupergraph(Object.entries(fixtureSdl).map(([name, sdl]) => ({ name, sdl })));
  if ("errors" in composition) throw new Error(composition.errors.join("\n"));
  return composition.supergraphSdl;
}

/** Starts the fixture's subgraphs and an engine. */
export async function startHarness(limits: Partial<SupergraphLimits> = {}, executor: ExecutorName = "compiled"): Promise<Harness> {
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const subgraphs = await startSubgraphs();
  const allLimits = { ...defaultLimits, ...limits };
  const clients = createSubgraphClients(subgraphs.addresses, allLimits);
  const engine = createEngine({ supergraphSdl: fixtureSupergraph(), limits: allLimits, log, clients, executor });
  return {
    engine,
    subgraphs,
    logged,
    async ask(query, variables) {
      const prepared = engine.prepare(query, undefined);
      const { body, errorCodes } = await prepared.execute(prepared.variables(variables), {
        headers: { "x-request-id": "r1" },
        requestId: "r1",
        log: log.child({ requestId: "r1" }),
      });
      return { ...(JSON.parse(body.toString()) as AnswerBody), raw: body, errorCodes };
    },
    async stop() {
      await closeClients(clients);
      await subgraphs.stop();
    },
  };
}
