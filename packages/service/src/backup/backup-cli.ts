import { eventServices } from "../messaging/topology.js";
import { backUp } from "./backup.js";
import { describeBackup } from "./describe.js";
import { databaseUrls } from "./env.js";

// Backs up all databases: node dist/backup/backup-cli.js <folder>. docs/backup.md describes the variable BACKUP_DATABASE_URL.
const [folder, ...more] = process.argv.slice(2);
try {
  if (folder === undefined || more.length > 0) throw new Error("Usage: node backup-cli.js <folder>");
  process.stdout.write(`${describeBackup(await backUp(databaseUrls(process.env, eventServices), folder), folder)}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
