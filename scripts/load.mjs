// `npm run load -- --url <url> --key <key>` sends requests to an Offergraph API at a fixed rate and writes a report (docs/load-testing.md).
// `npm run load` needs only the URL of an API, so this script builds and starts nothing.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";

await ensureInstalled();
const root = fileURLToPath(new URL("..", import.meta.url));
const { register } = await import("tsx/esm/api");
register();
await import(path.join(root, "bench/load/main.ts"));
