import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { type DefinitionNode, Kind } from "graphql";
import { rootFields } from "./types.js";

type Root = "Query" | "Mutation";
const roots: readonly Root[] = ["Query", "Mutation"];

/** Files in src/graphql/ that contain no resolvers. */
const notTypes = new Set(["context.ts", "loaders.ts", "mutation.ts"]);

function filesIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => /^[A-Za-z_0-9]+\.ts$/.test(file) && !notTypes.has(file))
    .map((file) => basename(file, ".ts"))
    .sort();
}

/** Generates the resolver map with one import for each root field and for each file src/graphql/<Type>.ts. */
export function generateResolverMap(appDirectory: string, own: readonly DefinitionNode[]): string {
  const types = filesIn(join(appDirectory, "src/graphql"));
  const imports: string[] = [];
  const entries: string[] = [];
  for (const root of roots) {
    const names = rootFields(own, root)
      .map(({ name }) => name)
      .sort();
    if (names.length === 0) continue;
    for (const name of names) imports.push(`import { ${name} } from "../graphql/${root}/${name}.js";`);
    entries.push(`  ${root}: {\n${names.map((name) => `    ${name},\n`).join("")}  },`);
  }
  for (const type of types) {
    imports.push(`import { ${type} } from "../graphql/${type}.js";`);
    entries.push(`  ${type},`);
  }
  return `import type { Resolvers } from "./types.js";\n${imports.join("\n")}\n\nexport const resolvers: Resolvers = {\n${entries.join("\n")}\n};\n`;
}

/** Returns an error line for each resolver file that belongs to no field or type of the schema. */
export function findStrayResolvers(appDirectory: string, own: readonly DefinitionNode[]): string[] {
  const declared = new Set(own.flatMap((definition) => (definition.kind === Kind.OBJECT_TYPE_DEFINITION ? [definition.name.value] : [])));
  const stray = filesIn(join(appDirectory, "src/graphql")).filter((type) => !declared.has(type));
  const strayFields = roots.flatMap((root) => {
    const names = new Set(rootFields(own, root).map(({ name }) => name));
    return filesIn(join(appDirectory, "src/graphql", root))
      .filter((file) => !names.has(file))
      .map((file) => `${root}/${file}`);
  });
  return [...stray, ...strayFields].map((file) => `src/graphql/${file}.ts matches no field or type in the schema`);
}

/** Returns a stub for each root field without a resolver. The keys of the result are paths of files in the app. */
export function scaffoldResolvers(appDirectory: string, own: readonly DefinitionNode[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const root of roots)
    for (const { name, description } of rootFields(own, root)) {
      const path = `src/graphql/${root}/${name}.ts`;
      if (!existsSync(join(appDirectory, path))) files.set(path, root === "Query" ? query(name, description) : mutation(name, description));
    }
  return files;
}

function query(name: string, description: string): string {
  return `import type { QueryResolvers } from "../../generated/types.js";

/** ${description} */
export const ${name}: NonNullable<QueryResolvers["${name}"]> = async (_source, given, context) => {
  throw new Error("${name} is not implemented yet");
};
`;
}

function mutation(name: string, description: string): string {
  return `import { type MutationField, mutation } from "../../tx.js";

/** ${description} */
export const ${name}: MutationField<"${name}"> = mutation({ emits: [] }, async (tx, given) => {
  throw new Error("${name} is not implemented yet");
});
`;
}
