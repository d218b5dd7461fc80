import { readFile } from "node:fs/promises";
import { deriveKey } from "@offergraph/shared/access/principal";
import { prismaAdapter } from "@offergraph/shared/database/adapter";
import { leanReader } from "@offergraph/shared/database/lean";
import type { createPool } from "@offergraph/shared/database/pool";
import { workspaceWriter } from "@offergraph/shared/database/write";
import type { Logger } from "@offergraph/shared/log/logger";
import { type Subgraph, startSubgraph } from "@offergraph/shared/subgraph/server";
import type { Clock } from "@offergraph/shared/time/clock";
import type { Context } from "./context.js";
import { type Prisma, PrismaClient } from "./generated/prisma/client.js";
import { resolvers } from "./generated/resolvers.js";

export interface DiscountsParts {
  pool: ReturnType<typeof createPool>;
  env: { HOST: string; PORT: number; GATEWAY_SIGNING_KEY: string };
  log: Logger;
  clock: Clock;
  /** Tells the relay that events were committed. */
  poke(): void;
  isReady(): Promise<Record<string, boolean>>;
}

/** Serves the discounts subgraph on what it is given. */
export async function startDiscounts({ pool, env, log, clock, poke, isReady }: DiscountsParts): Promise<Subgraph> {
  const cursorKey = deriveKey(env.GATEWAY_SIGNING_KEY, "cursor");
  const prisma = new PrismaClient({ adapter: prismaAdapter(pool) });
  return startSubgraph<Context, Prisma.TransactionClient>({
    name: "discounts",
    sdl: await readFile(new URL("../schema.graphql", import.meta.url), "utf8"),
    resolvers,
    env,
    log,
    clock,
    reader: leanReader(pool),
    writes: { writer: workspaceWriter(prisma, log), poke },
    prepare: (base) => Object.assign(base, { cursorKey }),
    isReady,
  });
}
