// `node next-version.mjs <app directory> <folder> <field>` runs the built service of an app with one more root field. Writes the schema of
// this version to <folder>.
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { runService } from "@offergraph/service/subgraph/run";

const [app, folder, field] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
for (const name of ["prisma", "package.json"]) await cp(path.join(app, name), path.join(folder, name), { recursive: true });
const sdl = await readFile(path.join(app, "schema.graphql"), "utf8");
await writeFile(
  path.join(folder, "schema.graphql"),
  `${sdl}\nextend type Query { "Field of the next version." ${field}: String @access(level: READ) }\n`,
);
const { service } = await import(pathToFileURL(path.join(app, "dist/service.js")).href);
const { resolvers } = service;
await runService({
  ...service,
  directory: pathToFileURL(`${folder}/`),
  resolvers: { ...resolvers, Query: { ...resolvers.Query, [field]: () => "next" } },
});
