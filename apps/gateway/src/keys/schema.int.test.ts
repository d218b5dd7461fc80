import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { MigrationPool } from "@offergraph/shared/database/migration-pool";
import { diffToSchema } from "@offergraph/shared/database/schema-engine";
import { testDatabase } from "@offergraph/shared/testing/database";
import { expect, inject, it } from "vitest";

const directory = fileURLToPath(new URL("../../prisma", import.meta.url));

it("the migrations make the tables that the schema describes", async () => {
  const database = await testDatabase({ adminUrl: inject("adminUrl"), app: "gateway", migrationsDirectory: `${directory}/migrations` });
  const pool = new MigrationPool(database.connectionString);
  try {
    const schema = await readFile(`${directory}/schema.prisma`, "utf8");
    expect((await diffToSchema(pool, schema)).trim()).toMatch(/^(-- This is an empty migration\.)?$/);
  } finally {
    await pool.end();
    await database.drop();
  }
});
