import { testSigner } from "@offergraph/testkit/signed-event";
import pg from "pg";
import { pino } from "pino";
import { connectNats } from "../../messaging/connection.js";
import { ensureStream } from "../../messaging/streams.js";
import { outboxInsert } from "../add.js";
import { publishBatch } from "../batch.js";
import { acquireLease, type Lease } from "../lease.js";
import { startRelay } from "../relay.js";

/** This process runs a relay, and kills itself at the point that `mode` specifies. */
const [, , mode, connectionString = "", natsUrl = "", service = "", events = "[]"] = process.argv;
const die = () => process.kill(process.pid, "SIGKILL");
const log = pino({ level: "silent" });
const pool = new pg.Pool({ connectionString, max: 2 });
const nats = connectNats({ url: natsUrl, name: "child", log });
const never = new AbortController().signal;

if (mode === "commit, then die") {
  await pool.query(outboxInsert(JSON.parse(events)));
  die();
} else if (mode === "publish, then die") {
  const { connection, lost } = await nats.waitForConnection(never);
  await ensureStream(connection, service);
  const lease = await acquireLease({ pool, name: `relay:${service}`, log, signal: never });
  const query: Lease["query"] = async (text, values) => {
    if (text.includes("DELETE")) die();
    return lease.query(text, values);
  };
  await publishBatch({
    connection,
    lost,
    lease: { ...lease, query },
    service,
    blockedRecords: new Set(),
    waiting: [],
    size: 100,
    sign: (subject, body) => testSigner.sign(service, subject, body),
    log,
  });
} else {
  startRelay({ pool, nats, service, signer: testSigner, log, batchSize: 20 });
}
