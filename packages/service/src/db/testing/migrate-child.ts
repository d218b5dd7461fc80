// A test starts this file as a separate process and kills the process during the migrations.
import { pino } from "pino";
import { migrate } from "../migrate.js";

const [connectionString = "", migrationsDirectory = ""] = process.argv.slice(2);
await migrate({ connectionString, migrationsDirectory, log: pino({ level: "silent" }) });
