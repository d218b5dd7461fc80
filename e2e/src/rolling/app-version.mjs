// `node app-version.mjs <app directory> <folder> <mutation> [<query>]` runs the built service of an app with an additional mutation that
// takes 600 ms, and optionally with an additional query. Writes the schema of this version to <folder>.
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { runService } from "@offergraph/service/subgraph/run";

const mutationMs = 600;
const [app, folder, mutation, query] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
for (const name of ["prisma", "package.json"]) await cp(path.join(app, name), path.join(folder, name), { recursive: true });
const fields = [
  await readFile(path.join(app, "schema.graphql"), "utf8"),
  `extend type Mutation { "Mutation that is in flight for a known time." ${mutation}: String @access(level: WRITE) }`,
  ...(query ? [`extend type Query { "Field of the next version." ${query}: String @access(level: READ) }`] : []),
];
await writeFile(path.join(folder, "schema.graphql"), `${fields.join("\n")}\n`);
const { service } = await import(pathToFileURL(path.join(app, "dist/service.js")).href);
const { resolvers } = service;
await runService({
  ...service,
  directory: pathToFileURL(`${folder}/`),
  resolvers: {
    ...resolvers,
    Mutation: { ...resolvers.Mutation, [mutation]: () => sleep(mutationMs, "done") },
    Query: { ...resolvers.Query, ...(query && { [query]: () => "next" }) },
  },
});
