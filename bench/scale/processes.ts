import { randomUUID } from "node:crypto";
import { type GraphQLClient, graphqlClient } from "../../e2e/src/client.js";
import { codeBody } from "../../e2e/src/workspace.js";
import { residentMegabytes } from "./connections.js";
import { operations } from "./operations.js";
import { measureInTurn } from "./rounds.js";
import type { Size } from "./seed.js";
import { middle } from "./statistics.js";
import { measureIdle, measureRound, startScaleSystem } from "./system.js";

export interface Processes {
  /** Number of processes of the gateway and of the discounts service (equal numbers). */
  processes: number;
  /** CPU time per request: all gateways, all services, and PostgreSQL. */
  gatewayMicroseconds: number;
  servicesMicroseconds: number;
  postgresMicroseconds: number;
  perSecond: number;
  /** Resident memory of all processes of the gateway and the discounts service. */
  megabytes: number;
}

const connections = 16;

/** Measures a list with several processes of the gateway and the discounts service. */
export async function measureProcesses(
  counts: readonly number[],
  size: Size,
  plan: { rounds: number; reads: number },
): Promise<Processes[]> {
  const results: Processes[] = [];
  for (const processes of counts) {
    const system = await startScaleSystem(size, { processes });
    try {
      await checkWrites(
        system.gateways.map((gateway) => graphqlClient(gateway, system.file.secretKey)),
        20,
      );
      await measureIdle(system);
      const measured = await measureInTurn([system], plan.rounds, () =>
        measureRound(system, operations.list(system), plan.reads, connections),
      );
      const rounds = measured.flatMap((one) => one.rounds);
      const pids = Object.entries(system.file.pids).filter(([name]) => /^(gateway|discounts)/.test(name));
      const memory = await Promise.all(pids.map(([, pid]) => residentMegabytes(pid)));
      results.push({
        processes,
        gatewayMicroseconds: middle(rounds, ({ gateway }) => gateway),
        servicesMicroseconds: middle(rounds, ({ services }) => services),
        postgresMicroseconds: middle(rounds, ({ postgres }) => postgres),
        perSecond: middle(rounds, ({ perSecond }) => perSecond),
        megabytes: memory.reduce((sum, one) => sum + one, 0),
      });
    } finally {
      await system.running.stop();
    }
  }
  return results;
}

const create = `mutation ($body: DiscountCodeBody!) {
  create_discount_code(input: { body: $body }) { discountCode { rowId } userErrors { code } }
}`;
interface Created {
  create_discount_code: { discountCode: { rowId: string } | null; userErrors: object[] };
}

/**
 * Sends each mutation twice at the same time, if possible through different gateways. With an Idempotency-Key, both responses must contain
 * the same code. Without a key, one mutation must be rejected.
 */
async function checkWrites(clients: readonly GraphQLClient[], count: number): Promise<void> {
  const twice = (body: object, headers: Record<string, string>[], index: number) =>
    Promise.all(
      headers.map((one, offset) => (clients[(index + offset) % clients.length] as GraphQLClient).data<Created>(create, { body }, one)),
    );
  for (let index = 0; index < count; index += 1) {
    const key = { "idempotency-key": randomUUID() };
    const same = await twice(codeBody({ code: `SAME-${index}` }), [key, key], index);
    const ids = new Set(same.map(({ create_discount_code }) => create_discount_code.discountCode?.rowId));
    if (ids.size !== 1 || ids.has(undefined)) throw new Error(`An Idempotency-Key created several codes: ${JSON.stringify(same)}`);
    const rivals = await twice(codeBody({ code: `RIVAL-${index}` }), [{}, {}], index);
    const won = rivals.filter(({ create_discount_code }) => create_discount_code.discountCode !== null);
    if (won.length !== 1) throw new Error(`${won.length} of 2 codes with the same name were created: ${JSON.stringify(rivals)}`);
  }
}
