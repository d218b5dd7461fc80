// Writes src/generated of packages/sdk, which must be the current folder, from the supergraph, the event catalog and the record formats of
// ingest.
//   tsx --conditions=source ../../scripts/generate-sdk.ts
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describeEvents } from "./sdk/events.js";
import { describeIngest } from "./sdk/ingest.js";
import { operationFiles } from "./sdk/operation-files.js";
import type { Subgraph } from "./sdk/read-operations.js";

const apps = fileURLToPath(new URL("../apps", import.meta.url));
const target = path.resolve("src/generated");

const files = {
  ...operationFiles(await readSubgraphs()),
  "events.ts": await describeEvents(),
  "ingest.ts": describeIngest(),
};
await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
for (const [name, text] of Object.entries(files)) await writeFile(path.join(target, name), text);
// scripts/prepare.mjs compares this hash with the current hash to find outdated packages.
await writeFile(path.join(target, ".hash"), process.env.TURBO_HASH ?? "");

async function readSubgraphs(): Promise<Subgraph[]> {
  const names = (await readdir(apps)).sort();
  const found = await Promise.all(
    names.map(async (name) => ({ name, sdl: await readFile(path.join(apps, name, "schema.graphql"), "utf8").catch(() => "") })),
  );
  return found.filter(({ sdl }) => sdl !== "");
}
