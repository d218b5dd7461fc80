// Composes the committed schema.graphql files of all subgraphs to a supergraph. The script fails if the composition fails, if subgraphs are
// inconsistent, if a root field has no @access, or if a deprecated part of the schema has no valid dates in its reason or no entry in
// apps/gateway/schema-history.json.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { publicSchemaOf } from "../apps/gateway/src/schema-check/public-schema.js";
import { deprecationProblems, type SchemaChanges } from "../apps/gateway/src/site/docs/schema-changes.js";

const apps = join(dirname(dirname(fileURLToPath(import.meta.url))), "apps");
const services = readdirSync(apps)
  .map((name) => ({ name, path: join(apps, name, "schema.graphql") }))
  .filter(({ path }) => existsSync(path))
  .map(({ name, path }) => ({ name, sdl: readFileSync(path, "utf8") }));
const history = JSON.parse(readFileSync(join(apps, "gateway/schema-history.json"), "utf8")) as { changes: SchemaChanges[] };

const findings = findingsOf();
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exitCode = 1;
else console.log(`${services.length} subgraphs compose without errors: ${services.map(({ name }) => name).join(", ")}`);

function findingsOf(): readonly string[] {
  const found = publicSchemaOf(services);
  if ("errors" in found) return found.errors;
  const unlabelled = found.unlabelled.map((field) => `${field} has no @access, so the gateway would not serve the field`);
  return [...found.hints, ...unlabelled, ...deprecationProblems(found.schema, history.changes)];
}
