import { parse } from "graphql";
import { z } from "zod";

// Domain metadata that a subgraph publishes at GET /manifest in addition to its SDL. The gateway merges the metadata of all
// subgraphs, and ignores unknown fields, because a service may be newer. In the services, TypeScript rejects unknown fields.

const line = z.string().trim().min(1);
const identifier = z.string().regex(/^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/, "must be lower-case words joined by _ or -");

/** State machine of a record type. The enums in the SDL contain the states; the manifest adds the transitions. */
const stateMachine = z.object({
  title: line,
  plural: line,
  /** Object type of the SDL, and the type's fields with an enum of states. */
  type: line,
  fields: z.array(line).min(1),
  transitions: z.array(line).min(1),
});

const promptArgument = z.object({
  name: identifier,
  description: line,
  required: z.boolean().optional(),
  /** Value if the argument is absent. */
  default: line.optional(),
  /** Text in which the value replaces `{{value}}`. Defaults to the value alone. */
  present: line.optional(),
  /** Text that is used if the argument is absent. */
  absent: line.optional(),
  /**
   * If set, the argument is a number of days within these bounds, and the text contains the time that was this number of days before now.
   */
  daysAgo: z.object({ minimum: z.number().int(), maximum: z.number().int() }).optional(),
});

const placeholder = /\{\{(\w+)\}\}/g;

/** MCP prompt. In `text`, each `{{name}}` is replaced by the value of this argument as a JSON string. */
const prompt = z
  .object({
    name: identifier,
    title: line,
    description: line,
    /** Prompts are listed by descending priority. */
    priority: z.number().default(0),
    arguments: z.array(promptArgument).default([]),
    /** Names of all tools that the text mentions. The prompt is listed only if all these tools are listed. */
    tools: z.array(line),
    text: line,
  })
  .refine(
    ({ arguments: declared, text }) => {
      const used = new Set([...text.matchAll(placeholder)].map(([, name]) => name));
      return used.size === declared.length && declared.every(({ name }) => used.has(name));
    },
    { path: ["text"], error: "must contain a placeholder for each declared argument, and no other placeholders" },
  );

/** MCP resource of records: the result of a query, executed with the caller's key. */
const recordResource = z.object({
  name: identifier,
  title: line,
  description: line,
  query: line.refine(isGraphql, "must be a GraphQL document"),
  /** JMESPath expression that converts the query's `data` to the content. */
  content: line,
});

/** Path that the gateway forwards to the service. */
const route = z.object({
  name: identifier,
  /** Exact path, or a prefix if it ends in "/". */
  path: z.string().regex(/^(\/[\w.-]+)+\/?$/, "must be an absolute path"),
  /**
   * Required access level of the API key. If absent, requests need no key; otherwise, connection keys are also accepted, and bodies are
   * streamed.
   */
  level: z.enum(["READ", "WRITE", "ADMIN"]).optional(),
  /** True for static files. Requests for static files have no rate limits. */
  isStatic: z.boolean().default(false),
  /** True if the gateway streams responses. Otherwise, a response is buffered and has at most 16 MiB. */
  isStreamed: z.boolean().default(false),
  /** Maximum body size; does not apply to NDJSON streams. */
  maxBodyBytes: z
    .number()
    .int()
    .positive()
    .default(1024 * 1024),
  /** Text of `fix` (advice to the client) in the error for a larger body. */
  bodyTooLargeFix: line.default("Send a smaller request."),
});

/** Named set of MCP tools. If a tool is in no set, the tool belongs to a default set with the service's name. */
const toolset = z.object({
  name: identifier,
  /** Names of the operations. */
  operations: z.array(line).min(1),
  /** True if a client that selects no sets gets the tools of this set. */
  isDefault: z.boolean().default(false),
});

/** Parts of the texts that explain the API to models. */
const guide = z.object({
  /** Completes the sentence "Offergraph manages …". */
  manages: line.optional(),
  /** Completes the sentence "Offergraph reads its …". */
  reads: line.optional(),
  /** Names that a Ref accepts, ordered by importance, for example "the slug or title of a form". */
  refNames: z.array(line).default([]),
  /** Sentences about special forms of names, for example about a partner's @handle. */
  refNotes: z.array(line).default([]),
  /** Irreversible actions other than deletion, for example "releasing a grant". */
  irreversible: z.array(line).default([]),
  filterRules: z.array(line).default([]),
  filterExamples: z.array(line).default([]),
  /** Examples in texts and error messages. The gateway uses the examples of the first service that has examples. */
  examples: z.object({ operation: line, field: line, nestedField: line, deeplyNestedField: line }).optional(),
});

export const manifestSchema = z.object({
  stateMachines: z.array(stateMachine).default([]),
  prompts: z.array(prompt).default([]),
  resources: z.array(recordResource).default([]),
  routes: z.array(route).default([]),
  toolsets: z.array(toolset).default([]),
  /** Path to which the gateway sends a POST request with the key's identity, about once a minute for each key in use. */
  keyUsage: z.string().startsWith("/").optional(),
  guide: guide.prefault({}),
});

export type ManifestInput = z.input<typeof manifestSchema>;
export type Manifest = z.output<typeof manifestSchema>;
export type StateMachine = Manifest["stateMachines"][number];
export type PromptDefinition = Manifest["prompts"][number];
export type RecordResource = Manifest["resources"][number];
export type PromptInput = z.input<typeof prompt>;
export type RecordResourceInput = z.input<typeof recordResource>;
export type ManifestRoute = Manifest["routes"][number];

/** Replaces the arguments in a prompt's text. */
export function fillPrompt(text: string, textOf: (name: string) => string): string {
  return text.replace(placeholder, (_, name: string) => textOf(name));
}

function isGraphql(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
