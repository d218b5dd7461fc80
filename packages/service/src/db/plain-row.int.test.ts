import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertRows } from "./plain-row.js";
import { type Things, thingsDatabase } from "./testing/fixtures.js";

let things: Things;
let client: pg.Client;
beforeAll(async () => {
  things = await thingsDatabase();
  client = new pg.Client(things.adminUrl);
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await things?.close();
});

it("rejects rows with different fields, and an empty list", () => {
  for (const rows of [[{ rowId: 1 }, { rowId: 2, displayName: "" }], [{ rowId: 1 }, { displayName: "" }], []])
    expect(() => insertRows("devices", rows)).toThrow("different fields");
});

it("inserts rows of the previous version into a table with a new column", async () => {
  await client.query("CREATE TABLE devices (row_id int, is_new boolean NOT NULL DEFAULT true, display_name text)");
  const names = [null, `a "quoted" name`];
  await client.query(
    insertRows(
      "devices",
      names.map((displayName, rowId) => ({ rowId, displayName })),
    ),
  );
  const { rows } = await client.query("SELECT * FROM devices ORDER BY row_id");
  expect(rows).toEqual(names.map((name, id) => ({ row_id: id, is_new: true, display_name: name })));
});
