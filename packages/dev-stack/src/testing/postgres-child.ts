// Tests run this file in a child process and kill it. The file starts PostgreSQL.
import { setInterval } from "node:timers";
import { pino } from "pino";
import { startPostgres } from "../postgres.js";

await startPostgres({ dataDirectory: process.argv[2] ?? "", log: pino({ level: "silent" }) });
setInterval(() => undefined, 60_000);
