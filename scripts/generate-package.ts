// Writes src/generated of the app in the current folder: the Prisma client of prisma/schema.prisma, and the TypeScript types and the
// resolver map of schema/*.graphql.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { readSdl } from "./subgraphs/read-sdl.js";
import { generateResolverMap } from "./subgraphs/resolvers.js";
import { generateStoredEnums } from "./subgraphs/stored-enums.js";
import { generateTypes } from "./subgraphs/types.js";

const app = process.cwd();
const target = join(app, "src/generated");

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
await Promise.all([generatePrismaClient(), existsSync("schema") && generateFromSdl()]);
// prepare.mjs compares this hash with turbo's current hash.
await writeFile(join(target, ".hash"), process.env.TURBO_HASH ?? "");

async function generatePrismaClient(): Promise<void> {
  const cli = join(dirname(createRequire(import.meta.url).resolve("prisma/package.json")), "build", "index.js");
  await promisify(execFile)(process.execPath, [cli, "generate", "--schema", "prisma/schema.prisma", "--no-hints"], {
    // Generating needs no schema engine, but the CLI downloads it unless a path is set. The CLI's update check also needs the network.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1" },
  });
}

async function generateFromSdl(): Promise<void> {
  const sdl = readSdl(app);
  await writeFile(join(target, "types.ts"), await generateTypes(app, sdl));
  await writeFile(join(target, "stored-enums.ts"), generateStoredEnums(app));
  await writeFile(join(target, "resolvers.ts"), generateResolverMap(app, sdl.own));
}
