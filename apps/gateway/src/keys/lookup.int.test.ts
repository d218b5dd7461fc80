import { createPool } from "@offergraph/service/db/pool";
import { createLogger } from "@offergraph/shared/log/logger";
import pg from "pg";
import { expect, it } from "vitest";
import { keyDatabase } from "../testing/gateway.js";
import { keyLookup } from "./lookup.js";

it("a hanging database times out, and is queried again once it responds", async () => {
  const database = await keyDatabase();
  const pool = createPool({
    connectionString: database.connectionString,
    max: 4,
    applicationName: "test",
    log: createLogger("test", "silent"),
  });
  try {
    const find = keyLookup(pool, 2_000);
    expect(await find("unknown")).toBeUndefined();
    const holding = new pg.Client(database.adminUrl);
    await holding.connect();
    await holding.query("BEGIN; LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE");
    const asked = await Promise.allSettled(["a", "b", "c"].map(find));
    expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    await holding.query("ROLLBACK");
    await holding.end();
    expect(await find("unknown")).toBeUndefined();
  } finally {
    await pool.end();
    await database.drop();
  }
});
