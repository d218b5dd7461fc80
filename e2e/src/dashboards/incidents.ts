import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@nats-io/transport-node";
import { natsOptions } from "@offergraph/service/messaging/connection";
import { signal, suspend } from "../proofs/processes.js";
import type { RunningSystem } from "../start-system.js";

interface Incident {
  /** Share of the run's duration after which the incident starts, from 0 to 1. */
  at: number;
  what: string;
  cause(system: RunningSystem): Promise<void>;
}

const suspendedMs = 20_000;
const storeFaultMs = 25_000;

/** Incidents that an engineer must recognize in the pictures, one after the other. */
const incidents: readonly Incident[] = [
  { at: 0.2, what: "an event without a signature arrives", cause: publishUnsigned },
  { at: 0.35, what: "the forms service is killed", cause: async (system) => void signal((await system.read()).pids.forms, "SIGKILL") },
  { at: 0.55, what: "the incentives service is suspended for 20 s", cause: suspendIncentives },
  { at: 0.75, what: "half of the pushes to the store fail for 25 s", cause: failPushes },
];

export async function causeIncidents(system: RunningSystem, totalMs: number, log: (text: string) => void): Promise<void> {
  const started = performance.now();
  for (const { at, what, cause } of incidents) {
    await sleep(Math.max(0, started + at * totalMs - performance.now()));
    log(`${((performance.now() - started) / 1000).toFixed(0)} s: ${what}`);
    await cause(system);
  }
}

/** No service has signed the event, so its consumers move the event to the dead letters. */
async function publishUnsigned(system: RunningSystem): Promise<void> {
  const connection = await connect(natsOptions((await system.read()).natsUrl));
  try {
    connection.publish("offergraph.forms.form_response.completed.v1", JSON.stringify({ id: "unsigned" }));
    await connection.flush();
  } finally {
    await connection.close();
  }
}

async function suspendIncentives(system: RunningSystem): Promise<void> {
  const resume = await suspend((await system.read()).pids.incentives);
  await sleep(suspendedMs);
  resume();
}

async function failPushes(system: RunningSystem): Promise<void> {
  const { sandboxStoreUrl } = await system.read();
  const set = (plan: object) => fetch(new URL("/trouble", sandboxStoreUrl), { method: "PUT", body: JSON.stringify(plan) });
  await set({ answer500: 0.5 });
  await sleep(storeFaultMs);
  await set({});
}
