import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { preset } from "@graphql-codegen/client-preset";
import { codegen } from "@graphql-codegen/core";
import { buildSchema, parse } from "graphql";

interface Config {
  schema: string;
  extensions: { codegen: { generates: Record<string, { presetConfig: object; config: Record<string, unknown> }> } };
}

/**
 * Writes the same files as the command `graphql-codegen`. The repository does not install `graphql-codegen`, which has 191 packages (59
 * MB). `npm run prove -- examples` runs `graphql-codegen` itself.
 */
export async function generateTypes(project: string): Promise<void> {
  const config = JSON.parse(await readFile(path.join(project, "graphql.config.json"), "utf8")) as Config;
  const schemaAst = buildSchema(await readFile(path.join(project, config.schema), "utf8"));
  const documents = await readDocuments(path.join(project, "src"));
  for (const [baseOutputDir, { presetConfig, config: options }] of Object.entries(config.extensions.codegen.generates)) {
    const schema = parse(await readFile(path.join(project, config.schema), "utf8"));
    const sections = await preset.buildGeneratesSection({
      ...{ baseOutputDir, presetConfig, schema, schemaAst, documents, config: options, plugins: [], pluginMap: {} },
    });
    await mkdir(path.join(project, baseOutputDir), { recursive: true });
    for (const section of sections) await writeFile(path.join(project, section.filename), await codegen({ ...section, schemaAst }));
  }
}

/** Reads the documents in calls of the function `graphql`. */
async function readDocuments(folder: string) {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".ts"));
  const found = files.map(async (name) => {
    const location = path.join(folder, name);
    const texts = [...(await readFile(location, "utf8")).matchAll(/graphql\(`([^`]+)`\)/g)];
    return texts.map(([, rawSDL = ""]) => ({ location, rawSDL, document: parse(rawSDL) }));
  });
  return (await Promise.all(found)).flat();
}
