// Applies migrations in a separate process that a test kills.
import { pino } from "pino";
import { migrate } from "../migrate.js";

const [connectionString = "", migrationsDirectory = ""] = process.argv.slice(2);
await migrate({ connectionString, migrationsDirectory, log: pino({ level: "silent" }) });
