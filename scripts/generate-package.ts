// Writes src/generated of the app in the current folder: the Prisma client of prisma/schema.prisma, and the TypeScript types and the
// resolver map of schema/*.graphql.
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { readSdl } from "./subgraphs/read-sdl.js";
import { generateResolverMap } from "./subgraphs/resolvers.js";
import { generateStoredEnums } from "./subgraphs/stored-enums.js";
import { generateTypes } from "./subgraphs/types.js";

// Loads Prisma as CommonJS, because the ESM file of @prisma/client-generator-ts 7.10.0 imports a name that @prisma/internals lacks.
const require = createRequire(import.meta.url);
const { getGenerator, loadSchemaContext } = require("@prisma/internals") as typeof import("@prisma/internals");
const { PrismaClientTsGenerator } = require("@prisma/client-generator-ts") as typeof import("@prisma/client-generator-ts");

const app = process.cwd();
const target = join(app, "src/generated");

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
await Promise.all([generatePrismaClient(), existsSync("schema") && generateFromSdl()]);
// scripts/prepare.mjs compares this hash with the current hash to find outdated packages.
await writeFile(join(target, ".hash"), process.env.TURBO_HASH ?? "");

/** Calls Prisma's generator without the `prisma` CLI. See docs/adr/0003. */
async function generatePrismaClient(): Promise<void> {
  const generator = await getGenerator({
    schemaContext: await loadSchemaContext({ schemaPath: { cliProvidedPath: "prisma/schema.prisma" }, printLoadMessage: false }),
    registry: { "prisma-client": { type: "in-process", generator: new PrismaClientTsGenerator() } },
    skipDownload: true,
    cliCommand: "prisma",
  });
  await generator.generate();
  generator.stop();
}

async function generateFromSdl(): Promise<void> {
  const sdl = readSdl(app);
  await writeFile(join(target, "types.ts"), await generateTypes(app, sdl));
  await writeFile(join(target, "stored-enums.ts"), generateStoredEnums(app));
  await writeFile(join(target, "resolvers.ts"), generateResolverMap(app, sdl.own));
}
