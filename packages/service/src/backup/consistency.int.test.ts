import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { backUp } from "./backup.js";
import { tablePath } from "./manifest.js";
import { type BackupSetup, backupSetup } from "./testing/databases.js";

let setup: BackupSetup;
beforeEach(async () => {
  setup = await backupSetup();
});
afterEach(() => setup.end());

const backups = 5;

async function firstColumns(folder: string, service: string, table: string, column: number): Promise<string[]> {
  const text = gunzipSync(await readFile(tablePath(folder, service, table))).toString();
  return text.split("\n").flatMap((line) => line.split("\t")[column] ?? []);
}

it("contains every event that a consumer has processed, also in the database of the service that emitted it", async () => {
  const [producer, consumer] = [await setup.createMigrated(), await setup.createMigrated()];
  const clients: pg.Client[] = [];
  const connect = async (url: string) => {
    const client = new pg.Client(url);
    clients.push(client);
    await client.connect();
    return client;
  };
  let isOver = false;
  let events = 0;
  const exchange = async () => {
    const [from, to] = [await connect(producer.owner), await connect(consumer.owner)];
    while (!isOver) {
      const { rows } = await from.query<{ id: string }>(
        "INSERT INTO outbox_events (id, workspace_id, subject, event, headers, created_at) SELECT gen_random_uuid(), gen_random_uuid(), '', '{}', '{}', now() RETURNING id",
      );
      await to.query("INSERT INTO inbox_events VALUES ('taker', $1, $1, now())", [rows[0]?.id]);
      events += 1;
    }
  };
  const exchanges = Promise.all([exchange(), exchange(), exchange()]);
  try {
    const urls = new Map([
      ["forms", producer.admin],
      ["orders", consumer.admin],
    ]);
    for (let number = 1; number <= backups; number += 1) {
      const folder = setup.folder(String(number));
      await backUp(urls, folder);
      const emitted = new Set(await firstColumns(folder, "forms", "outbox_events", 1));
      const processed = await firstColumns(folder, "orders", "inbox_events", 1);
      expect(processed.filter((id) => !emitted.has(id))).toEqual([]);
    }
    expect(events).toBeGreaterThan(backups);
  } finally {
    isOver = true;
    await exchanges;
    await Promise.all(clients.map((client) => client.end()));
  }
});
