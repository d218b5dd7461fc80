import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { isUuid } from "@offergraph/shared/schema/formats";
import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { connectedClient } from "./client.js";

export interface Toolbox {
  readonly client: Client;
  readonly tools: ReadonlyMap<string, Tool>;
  /** Validates input with the tool's JSON Schema. Returns an empty list for valid input. */
  inputErrors(tool: string, input: unknown): string[];
}

/** Lists a key's tools with the official client. Schemas are JSON Schema 2020-12. */
export async function openToolbox(baseUrl: string, key: string): Promise<Toolbox> {
  const client = await connectedClient(baseUrl, key, "?toolsets=all");
  const tools = await toolsOf(client);
  return {
    client,
    tools,
    inputErrors(tool, input) {
      const schema = tools.get(tool)?.inputSchema;
      if (schema === undefined) throw new Error(`The client has no tool ${tool}.`);
      const validate = validatorOf(schema);
      return validate(input) ? [] : withoutRefs(validate.errors ?? []).map(formatError);
    },
  };
}

/** Removes errors about a Ref that is an object. The API accepts objects as Refs, but the tools' JSON Schemas accept only strings. */
function withoutRefs(errors: readonly ErrorObject[]): ErrorObject[] {
  const refs = errors.filter(({ keyword, params, data }) => keyword === "type" && params.type === "string" && isObject(data));
  return errors.filter(({ instancePath }) => !refs.some((ref) => `${ref.instancePath}/`.startsWith(`${instancePath}/`)));
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function toolsOf(client: Client): Promise<Map<string, Tool>> {
  const { tools } = await client.listTools();
  return new Map(tools.map((tool) => [tool.name, tool]));
}

// This pattern checks only the syntax of dates and times. The service also rejects impossible dates.
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([.]\d+)?(Z|[+-]\d\d:\d\d)$/i;
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  verbose: true,
  formats: { uri: URL.canParse, uuid: isUuid, "date-time": time, date: /^\d{4}-\d\d-\d\d$/ },
});
const validators = new WeakMap<object, ValidateFunction>();

/** Compiles each schema on its first use, because compiling all schemas takes seconds. */
function validatorOf(schema: object): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  return validate;
}

function formatError({ instancePath, message = "", params }: ErrorObject): string {
  return `${instancePath || "/"} ${message} ${JSON.stringify(params)}`;
}
