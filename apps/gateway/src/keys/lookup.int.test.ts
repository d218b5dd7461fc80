import { fileURLToPath } from "node:url";
import { createPool } from "@offergraph/service/db/pool";
import { createLogger } from "@offergraph/shared/log/logger";
import { testDatabase } from "@offergraph/testkit/database";
import { expect, inject, it } from "vitest";
import { keyLookup } from "./lookup.js";

it("a hanging database times out, and is queried again once it responds", async () => {
  const migrationsDirectory = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  const database = await testDatabase({ adminUrl: inject("adminUrl"), app: "gateway", migrationsDirectory });
  const pool = createPool({
    connectionString: database.connectionString,
    max: 4,
    applicationName: "test",
    log: createLogger("test", "silent"),
  });
  try {
    const find = keyLookup(pool, 2_000);
    expect(await find("unknown")).toBeUndefined();
    const holding = await pool.connect();
    await holding.query("BEGIN; LOCK TABLE keys IN ACCESS EXCLUSIVE MODE");
    const asked = await Promise.allSettled(["a", "b", "c"].map(find));
    expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    await holding.query("ROLLBACK");
    holding.release();
    expect(await find("unknown")).toBeUndefined();
  } finally {
    await pool.end();
    await database.drop();
  }
});
