import { fileURLToPath } from "node:url";
import { migrate } from "@offergraph/shared/database/migrate";
import { assertDatabase, createPool } from "@offergraph/shared/database/pool";
import { connectNats } from "@offergraph/shared/events/connection";
import { createLogger } from "@offergraph/shared/log/logger";
import { startRelay } from "@offergraph/shared/outbox/relay";
import { systemClock } from "@offergraph/shared/time/clock";
import { discountsEnv } from "./env.js";
import { startDiscounts } from "./subgraph.js";

const service = "discounts";
const env = discountsEnv(process.env);
const log = createLogger(service, env.LOG_LEVEL);

const migrationsDirectory = fileURLToPath(new URL("../prisma/migrations", import.meta.url));
await migrate({ connectionString: env.DATABASE_URL, migrationsDirectory, log });
const pool = createPool({ connectionString: env.DATABASE_URL, max: env.DATABASE_POOL, applicationName: service, log });
await assertDatabase(pool);
const nats = connectNats({ url: env.NATS_URL, name: service, log });
const relay = startRelay({ pool, nats, service, log });

const isReady = async () => {
  const database = await pool.query("SELECT 1").then(
    () => true,
    () => false,
  );
  return { database };
};
const subgraph = await startDiscounts({ pool, env, log, clock: systemClock, poke: relay.poke, isReady });
log.info({ url: subgraph.url }, "ready");

async function stop(): Promise<void> {
  await subgraph.stop();
  await relay.stop();
  await nats.close();
  await pool.end();
  log.info("stopped");
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());
