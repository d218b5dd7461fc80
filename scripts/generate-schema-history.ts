// Writes apps/gateway/schema-history.json: the daily changes of the public schema, from the Git history of the subgraphs' schemas. Run this
// script before a release.   tsx --conditions=source scripts/generate-schema-history.ts
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLogger } from "@offergraph/shared/log/logger";
import type { GraphQLSchema } from "graphql";
import { schemaChanges } from "../apps/gateway/src/site/docs/schema-changes.js";
import { composeSupergraph } from "../apps/gateway/src/supergraph/compose.js";
import { createEngine } from "../apps/gateway/src/supergraph/engine.js";
import { defaultLimits } from "../apps/gateway/src/supergraph/limits.js";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });

/** Returns the public schema of a commit; undefined if the subgraphs of the commit do not compose. */
function schemaAt(commit: string): GraphQLSchema | undefined {
  const files = git("ls-tree", "-r", "--name-only", commit, "apps").split("\n");
  const subgraphs = files.flatMap((file) => {
    const name = /^apps\/([^/]+)\/schema\.graphql$/.exec(file)?.[1];
    return name === undefined ? [] : [{ name, sdl: git("show", `${commit}:${file}`) }];
  });
  const composition = composeSupergraph(subgraphs);
  if (subgraphs.length === 0 || "errors" in composition) return undefined;
  const { supergraphSdl } = composition;
  return createEngine({ supergraphSdl, limits: defaultLimits, log: createLogger("history", "silent"), clients: new Map() }).apiSchema;
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
const changes = versions.slice(1).map(({ date, schema }, index) => {
  const before = versions[index]?.schema ?? schema;
  return { date, ...schemaChanges(before, schema) };
});
writeFileSync(join(root, "apps/gateway/schema-history.json"), `${JSON.stringify({ changes: changes.reverse() }, undefined, 2)}\n`);
