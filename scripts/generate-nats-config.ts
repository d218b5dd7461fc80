// Writes deploy/nats/nats.conf.   tsx --conditions=source scripts/generate-nats-config.ts [--check]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { composeNatsConfig } from "../packages/dev-stack/src/nats-config.js";

const target = fileURLToPath(new URL("../deploy/nats/nats.conf", import.meta.url));
const text = composeNatsConfig();
if (process.argv.includes("--check")) {
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) {
    console.error("deploy/nats/nats.conf is out of date: run npm run codegen");
    process.exitCode = 1;
  }
} else {
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
