import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { connectedClient } from "./client.js";

/** How schemas can be written; the first is what is listed unless a client asks for another. */
export const encodings = ["compact", "plain"] as const;
export type Encoding = (typeof encodings)[number];

export interface Toolbox {
  readonly client: Client;
  readonly tools: ReadonlyMap<string, Tool>;
  /** What a JSON Schema validator says against an input of a tool; nothing when it accepts it. */
  inputFaults(tool: string, encoding: Encoding, input: unknown): string[];
  outputFaults(tool: string, encoding: Encoding, structuredContent: unknown): string[];
}

/** The tools of a key as the official client lists them, in both encodings, with their schemas under JSON Schema 2020-12. */
export async function openToolbox(baseUrl: string, key: string): Promise<Toolbox> {
  const client = await connectedClient(baseUrl, key);
  const listed = {
    compact: await toolsOf(client),
    plain: await toolsOf(await connectedClient(baseUrl, key, "?schemas=plain")),
  };
  const faults = (encoding: Encoding, tool: string, side: "inputSchema" | "outputSchema", value: unknown) => {
    const schema = listed[encoding].get(tool)?.[side];
    if (schema === undefined) throw new Error(`The tool ${tool} has no ${side} in the ${encoding} encoding.`);
    const validate = validatorOf(schema);
    return validate(value) ? [] : (validate.errors ?? []).map(wordsOf);
  };
  return {
    client,
    tools: listed.compact,
    inputFaults: (tool, encoding, input) => faults(encoding, tool, "inputSchema", input),
    outputFaults: (tool, encoding, content) => faults(encoding, tool, "outputSchema", content),
  };
}

async function toolsOf(client: Client): Promise<Map<string, Tool>> {
  const { tools } = await client.listTools();
  return new Map(tools.map((tool) => [tool.name, tool]));
}

// Formats are words for people; what the services hold to is said by patterns.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
const validators = new WeakMap<object, ValidateFunction>();

/** Made when first asked for: compiling all of them takes seconds. */
function validatorOf(schema: object): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  return validate;
}

function wordsOf({ instancePath, message = "", params }: ErrorObject): string {
  return `${instancePath || "/"} ${message} ${JSON.stringify(params)}`;
}
