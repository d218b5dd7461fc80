import { defineEvent, type EventSubject } from "@offergraph/shared/contracts/define-event";
import { testSigner } from "@offergraph/testkit/signed-event";
import pg from "pg";
import { pino } from "pino";
import { z } from "zod";
import { connectNats } from "../connection.js";
import { startConsumer } from "../consume.js";
import { effectWriter } from "./effect-writer.js";

/** Consumer in a separate process that tests can kill. Inserts event numbers into the table `effects`. */
const [, , connectionString = "", natsUrl = "", service = "", name = "", subject = ""] = process.argv;
const log = pino({ level: "silent" });
const pool = new pg.Pool({ connectionString, max: 6 });
const happened = defineEvent({
  subject: subject as EventSubject,
  description: "Something happened.",
  recordId: "the thing",
  data: z.object({ number: z.int() }),
});

startConsumer({
  pool,
  nats: connectNats({ url: natsUrl, name: "child", log }),
  service,
  name,
  definitions: [happened],
  signer: testSigner,
  write: effectWriter(pool),
  log,
  async handle(transaction, { workspaceId, recordId, data }) {
    const text = "INSERT INTO effects (consumer, workspace_id, record, number) VALUES ($1, $2, $3, $4)";
    await transaction.$executeRawUnsafe(text, name, workspaceId, recordId, data.number);
  },
});
