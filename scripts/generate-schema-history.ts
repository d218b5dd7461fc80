// Writes apps/gateway/schema-history.json: the daily changes of the public schema, from the Git history of the subgraphs' schemas and from
// the schemas in the working tree. Run this script before a release, and after you have deprecated a part of the schema.
//   tsx --conditions=source scripts/generate-schema-history.ts
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { GraphQLSchema } from "graphql";
import { publicSchemaOf } from "../apps/gateway/src/schema-check/public-schema.js";
import { schemaChanges } from "../apps/gateway/src/site/docs/schema-changes.js";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });

/** Returns the public schema of a commit; undefined if the subgraphs of the commit do not compose. */
function schemaAt(commit: string): GraphQLSchema | undefined {
  const files = git("ls-tree", "-r", "--name-only", commit, "apps").split("\n");
  const subgraphs = files.flatMap((file) => {
    const name = /^apps\/([^/]+)\/schema\.graphql$/.exec(file)?.[1];
    return name === undefined ? [] : [{ name, sdl: git("show", `${commit}:${file}`) }];
  });
  return schemaOf(subgraphs);
}

function schemaOf(subgraphs: readonly { name: string; sdl: string }[]): GraphQLSchema | undefined {
  const found = subgraphs.length > 0 ? publicSchemaOf(subgraphs) : undefined;
  return found && "schema" in found ? found.schema : undefined;
}

/** Returns the public schema of the working tree. */
function currentSchema(): GraphQLSchema | undefined {
  const files = readdirSync(join(root, "apps")).map((name) => ({ name, file: join(root, "apps", name, "schema.graphql") }));
  return schemaOf(files.filter(({ file }) => existsSync(file)).map(({ name, file }) => ({ name, sdl: readFileSync(file, "utf8") })));
}

/** Maps each day to its last commit that changed a schema, oldest first. */
const days = new Map(
  git("log", "--reverse", "--first-parent", "--date=short", "--format=%ad %H", "--", "apps/*/schema.graphql")
    .trim()
    .split("\n")
    .map((line) => line.split(" ") as [string, string]),
);
const versions = [...days].flatMap(([date, commit]) => {
  const schema = schemaAt(commit);
  return schema ? [{ date, schema }] : [];
});
const today = new Date().toISOString().slice(0, 10);
const current = currentSchema();
if (current && versions.at(-1)?.date === today) versions.pop();
if (current) versions.push({ date: today, schema: current });
const changes = versions.slice(1).flatMap(({ date, schema }, index) => {
  const found = schemaChanges(versions[index]?.schema ?? schema, schema);
  // Omits today's entry if the working tree has the same schema as the last commit.
  const isEmpty = date === today && Object.values(found).every((coordinates) => coordinates.length === 0);
  return isEmpty ? [] : [{ date, ...found }];
});
writeFileSync(join(root, "apps/gateway/schema-history.json"), `${JSON.stringify({ changes: changes.reverse() }, undefined, 2)}\n`);
