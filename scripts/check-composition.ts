// Composes the committed schema.graphql files of all subgraphs to a supergraph. Fails if the composition fails, subgraphs are inconsistent,
// or a root field has no @access.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { composeServices } from "@apollo/composition";
import { Kind, parse } from "graphql";

const apps = join(dirname(dirname(fileURLToPath(import.meta.url))), "apps");
const services = readdirSync(apps)
  .map((name) => ({ name, path: join(apps, name, "schema.graphql") }))
  .filter(({ path }) => existsSync(path))
  .map(({ name, path }) => ({ name, url: `http://${name}`, typeDefs: parse(readFileSync(path, "utf8")) }));

const unlabelled = services.flatMap(({ name, typeDefs }) =>
  typeDefs.definitions.flatMap((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION && ["Query", "Mutation"].includes(definition.name.value)
      ? (definition.fields ?? [])
          .filter((field) => !field.directives?.some((directive) => directive.name.value === "access"))
          .map((field) => `${name}: ${definition.name.value}.${field.name.value} has no @access, so the gateway would not serve the field`)
      : [],
  ),
);
const { errors = [], hints = [] } = composeServices(services);
const inconsistent = hints.filter((hint) => hint.definition.code.startsWith("INCONSISTENT_"));
const findings = [...errors.map(({ message }) => message), ...inconsistent.map((hint) => hint.toString()), ...unlabelled];
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exitCode = 1;
else console.log(`${services.length} subgraphs compose without errors: ${services.map(({ name }) => name).join(", ")}`);
