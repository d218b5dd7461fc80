// Starts PostgreSQL from a child process, which a test kills.
import { setInterval } from "node:timers";
import { pino } from "pino";
import { startPostgres } from "../postgres.js";

await startPostgres({ dataDirectory: process.argv[2] ?? "", log: pino({ level: "silent" }) });
setInterval(() => undefined, 60_000);
