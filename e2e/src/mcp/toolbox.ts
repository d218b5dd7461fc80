import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { connectedClient } from "./client.js";

/** The encodings of the tools' JSON Schemas that the gateway offers, the default first. */
export const encodings = ["compact", "plain"] as const;
export type Encoding = (typeof encodings)[number];

export interface Toolbox {
  readonly client: Client;
  readonly tools: ReadonlyMap<string, Tool>;
  /** Validates input with the tool's JSON Schema. Returns an empty list for valid input. */
  inputErrors(tool: string, encoding: Encoding, input: unknown): string[];
  outputErrors(tool: string, encoding: Encoding, structuredContent: unknown): string[];
}

/** Lists a key's tools with the official client in both encodings. Schemas are JSON Schema 2020-12. */
export async function openToolbox(baseUrl: string, key: string): Promise<Toolbox> {
  const client = await connectedClient(baseUrl, key, "?toolsets=all");
  const listed = {
    compact: await toolsOf(client),
    plain: await toolsOf(await connectedClient(baseUrl, key, "?toolsets=all&schemas=plain")),
  };
  const errors = (encoding: Encoding, tool: string, side: "inputSchema" | "outputSchema", value: unknown) => {
    const schema = listed[encoding].get(tool)?.[side];
    if (schema === undefined && side === "outputSchema" && encoding === "compact") return [];
    if (schema === undefined) throw new Error(`The tool ${tool} has no ${side} in the ${encoding} encoding.`);
    const validate = validatorOf(schema);
    return validate(value) ? [] : (validate.errors ?? []).map(formatError);
  };
  return {
    client,
    tools: listed.compact,
    inputErrors: (tool, encoding, input) => errors(encoding, tool, "inputSchema", input),
    outputErrors: (tool, encoding, content) => errors(encoding, tool, "outputSchema", content),
  };
}

async function toolsOf(client: Client): Promise<Map<string, Tool>> {
  const { tools } = await client.listTools();
  return new Map(tools.map((tool) => [tool.name, tool]));
}

// The tests ignore `format`, because `pattern` contains the same constraint.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
const validators = new WeakMap<object, ValidateFunction>();

/** Compiles a schema on its first use, because compiling all schemas takes seconds. */
function validatorOf(schema: object): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  return validate;
}

function formatError({ instancePath, message = "", params }: ErrorObject): string {
  return `${instancePath || "/"} ${message} ${JSON.stringify(params)}`;
}
