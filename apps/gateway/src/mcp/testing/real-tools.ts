import { readdirSync, readFileSync } from "node:fs";
import { formats } from "@offergraph/shared/schema/formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { composeSupergraph } from "../../supergraph/compose.js";
import { createEngine } from "../../supergraph/engine.js";
import { defaultLimits } from "../../supergraph/limits.js";
import { quietLog } from "../../supergraph/testing/quiet-log.js";
import { readTools } from "../tool.js";
import { allManifests } from "./context.js";

const apps = new URL("../../../../", import.meta.url);

/** Composes the committed schema.graphql files of the apps. */
export function realSupergraph(): string {
  const subgraphs = readdirSync(apps, { withFileTypes: true }).flatMap((entry) => {
    const sdl = entry.isDirectory() ? read(new URL(`${entry.name}/schema.graphql`, apps)) : undefined;
    return sdl === undefined ? [] : [{ name: entry.name, sdl }];
  });
  const composed = composeSupergraph(subgraphs);
  if ("errors" in composed) throw new Error(composed.errors.join("\n"));
  return composed.supergraphSdl;
}

/** Creates the engine and tools of the committed schemas. The engine cannot execute operations, because it has no clients for subgraphs. */
export function realTools() {
  const supergraphSdl = realSupergraph();
  const engine = createEngine({ supergraphSdl, limits: defaultLimits, log: quietLog, clients: new Map() });
  return { engine, tools: readTools(engine, allManifests) };
}

/** Creates a strict JSON Schema validator (Ajv). The validator allows schemas whose `type` and `required` are in different subschemas. */
export function strictAjv(): Ajv2020 {
  return new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allowMatchingProperties: true,
    strictTypes: false,
    strictRequired: false,
    formats: {
      uri: (text: string) => URL.canParse(text),
      uuid: (text: string) => formats.uuid.check(text) === undefined,
      "date-time": (text: string) => formats.datetime.check(text) === undefined,
      date: (text: string) => formats.date.check(text) === undefined,
    },
  });
}

function read(file: URL): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
