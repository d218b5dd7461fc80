import { parse } from "graphql";
import { z } from "zod";

// Metadata that a subgraph publishes at GET /manifest. The gateway ignores unknown fields, because a service may be newer than the gateway.

const line = z.string().trim().min(1);
const identifier = z.string().regex(/^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/, "must be lower-case words joined by _ or -");

/** Transition from each of the states `from` to the state `to`. `by` is a phrase that names the cause, for example an operation. */
const edge = z.object({ from: z.array(line).min(1), to: line, by: line });

/** State machine of a record type. The enums in the SDL contain the states; the manifest adds the transitions. */
const stateMachine = z.object({
  title: line,
  plural: line,
  /** The object type in the SDL. `fields` are the fields of this object type that contain the states. */
  type: line,
  fields: z.array(line).min(1),
  edges: z.array(edge).default([]),
  /** Rules about the transitions that `edges` cannot express. */
  transitions: z.array(line).default([]),
});

/** Public event of the service. */
const event = z.object({
  subject: line,
  description: line,
  /** Describes the CloudEvents attribute `subject`, for example "the order's rowId". */
  recordId: line,
  /** JSON Schema (draft 2020-12) of the event's `data`. */
  schema: z.record(z.string(), z.unknown()),
});

/** Error code of this service in a response with partial data. */
const error = z.object({ code: line, cause: line, fix: line });

/** Kind of warning that an operation can return. */
const warning = z.object({ code: line, cause: line, next: z.object({ operation: line, why: line }) });

const promptArgument = z.object({
  name: identifier,
  description: line,
  required: z.boolean().optional(),
  /** Value that is used if the argument is absent. */
  default: line.optional(),
  /** Text in which `{{value}}` is replaced by the argument's value. The default text consists of the argument's value alone. */
  present: line.optional(),
  /** Text that is used if the argument is absent. */
  absent: line.optional(),
  /** The bounds of an argument that is a number of days. The gateway replaces the number n with the time n days ago. */
  daysAgo: z.object({ minimum: z.number().int(), maximum: z.number().int() }).optional(),
});

const placeholder = /\{\{(\w+)\}\}/g;

/** MCP prompt. The gateway replaces each `{{name}}` in `text` with the argument's value, as a JSON string. */
const prompt = z
  .object({
    name: identifier,
    title: line,
    description: line,
    /** Prompts with a higher priority are listed first. */
    priority: z.number().default(0),
    arguments: z.array(promptArgument).default([]),
    /** Names of all tools that the text mentions. The prompt is listed only if all of its tools are listed. */
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

/** MCP resource that contains the result of a query with the caller's key. */
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
   * Required access level of the API key. Without `level`, requests need no key. Routes with a `level` also accept connection keys, and
   * stream request bodies.
   */
  level: z.enum(["READ", "WRITE", "ADMIN"]).optional(),
  /** True for static files. Requests for static files have no rate limits. */
  isStatic: z.boolean().default(false),
  /** True if the gateway streams responses. If false, the gateway buffers each response, which may have at most 16 MiB. */
  isStreamed: z.boolean().default(false),
  /** True if the gateway limits responses with the status 401 or 403 per network address. */
  limitsFailures: z.boolean().default(false),
  /** Maximum body size; does not apply to NDJSON streams. */
  maxBodyBytes: z
    .number()
    .int()
    .positive()
    .default(1024 * 1024),
  /** Advice to the client (`fix`) if a body exceeds `maxBodyBytes`. */
  bodyTooLargeFix: line.default("Send a smaller request."),
});

/** Named set of MCP tools. A tool that is in no set belongs to a set with the service's name. */
const toolset = z.object({
  name: identifier.refine((name) => name !== "all" && name !== "common", "must not be `all` or `common`"),
  operations: z.array(line).min(1),
});

/** Parts of the texts that explain the API to language models. */
const guide = z.object({
  /** Completes the sentence "Offergraph manages …". */
  manages: line.optional(),
  /** Completes the sentence "Offergraph reads its …". */
  reads: line.optional(),
  /** Names that a Ref accepts, the most important first, for example "the slug or title of a form". */
  refNames: z.array(line).default([]),
  /** Sentences about special forms of names, for example about a partner's @handle. */
  refNotes: z.array(line).default([]),
  /** Irreversible actions other than deletion, for example "releasing a grant". */
  irreversible: z.array(line).default([]),
  filterRules: z.array(line).default([]),
  filterExamples: z.array(line).default([]),
  /** Names for examples in texts and error messages. The gateway uses the examples of the first service that has any. */
  examples: z.object({ operation: line, field: line, nestedField: line, deeplyNestedField: line }).optional(),
});

export const manifestSchema = z.object({
  stateMachines: z.array(stateMachine).default([]),
  prompts: z.array(prompt).default([]),
  resources: z.array(recordResource).default([]),
  routes: z.array(route).default([]),
  toolsets: z.array(toolset).default([]),
  /** Error codes of the service, for the list of errors. */
  errors: z.array(error).default([]),
  /** The service adds its public events, so omit this field in a manifest. */
  events: z.array(event).default([]),
  /** Maps each mutation to the subjects of its public events. The service adds the emitted events when it serves the manifest. */
  emits: z.record(z.string(), z.array(line)).default({}),
  /**
   * Maps each operation to the kinds of warnings that the operation can return. The service adds the kinds of warnings when it serves the
   * manifest.
   */
  warnings: z.record(z.string(), z.array(warning)).default({}),
  /**
   * Values for examples. A key is a schema coordinate (`Query.get_form(slug:)`, `CreateFormBody.title`), the name of an argument or input
   * field, or the name of an input type. The value for an input type is an object with some of its fields. The gateway ignores invalid
   * values.
   */
  samples: z.record(line, z.json()).default({}),
  /** Names of the operations that most agents need. MCP clients without selected toolsets get these tools and a tool that finds other tools. */
  common: z.array(line).default([]),
  /**
   * Maps a type to the default fields in lists of MCP tools, as comma-separated paths. The default fields of a record should have about 300
   * bytes in total.
   */
  listFields: z.record(line, line).default({}),
  /** The gateway sends a POST request to this path about once a minute for each key in use. */
  keyUsage: z.string().startsWith("/").optional(),
  /**
   * Every few minutes, the gateway sends POST requests to this path. Each request lists the parts of the schema that one workspace's keys
   * have used.
   */
  fieldUsage: z.string().startsWith("/").optional(),
  guide: guide.prefault({}),
});

export type ManifestInput = z.input<typeof manifestSchema>;
export type Manifest = z.output<typeof manifestSchema>;
export type StateMachine = Manifest["stateMachines"][number];
export type PublishedEvent = Manifest["events"][number];
export type PromptDefinition = Manifest["prompts"][number];
export type RecordResource = Manifest["resources"][number];
export type PromptInput = z.input<typeof prompt>;
export type RecordResourceInput = z.input<typeof recordResource>;
export type ManifestRoute = Manifest["routes"][number];

/** Replaces each placeholder in a prompt's text with the result of `textOf` for the placeholder's name. */
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
