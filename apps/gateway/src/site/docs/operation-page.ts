import type { Bounds } from "@offergraph/shared/schema/directives";
import { isObjectType } from "graphql";
import { itemsOf } from "../../mcp/selection/fields.js";
import { effectsText } from "../effects-text.js";
import type { ApiDoc, FieldDoc, OperationDoc } from "../operations.js";
import type { DocPage } from "./doc-page.js";
import { requestErrorsOf } from "./error-catalog.js";
import { exampleBlocks } from "./examples.js";
import { blocks, code, firstSentence, link, list, rulesText, section, sentences, table } from "./markdown.js";
import { eventPath, namedType, operationLink, operationPath, typeLink } from "./paths.js";
import type { Reference } from "./reference.js";
import { fieldTable } from "./type-page.js";
import { userErrorCodes } from "./user-errors.js";

export function operationPage(operation: OperationDoc, reference: Reference): DocPage {
  const { name, description, type } = operation;
  return {
    path: operationPath(name),
    title: name,
    description: firstSentence(description),
    section: "Operations",
    kind: type,
    markdown: () => markdownOf(operation, reference),
  };
}

function markdownOf(operation: OperationDoc, reference: Reference): string {
  return blocks(
    operation.deprecated && `**Deprecated.** ${operation.deprecated}`,
    operation.description,
    facts(operation, reference),
    section("Arguments", argumentTable(operation, reference.api)),
    section("Example", blocks(...exampleBlocks(operation, reference))),
    section("Result", result(operation, reference)),
    section("Errors", errors(operation, reference)),
    section("Warnings", warnings(operation, reference)),
    section("Events", events(operation, reference)),
    section("Related operations", related(operation, reference)),
  );
}

function facts(operation: OperationDoc, { api }: Reference): string {
  const { type, level, cost, service, toolset } = operation;
  return table(
    ["Property", "Value"],
    [
      ["Kind", type],
      ["Access level", link(code(level), "/docs#access-levels")],
      ["Cost", `${cost}, plus the cost of the selected fields (${link("cost", "/docs#cost")})`],
      ["Effects", effectsText(operation, api)],
      ["Service", service],
      ["MCP toolset", code(toolset)],
    ],
  );
}

/** Lists the arguments and the fields of their input types. Does not list the fields of filters. */
function argumentTable({ arguments: given }: OperationDoc, api: ApiDoc): string {
  const rows = given.flatMap((field) => argumentRows(field, field.name, api, new Set()));
  return rows.length === 0 ? "The operation has no arguments." : table(["Argument", "Type and description"], rows);
}

function argumentRows(field: FieldDoc, path: string, api: ApiDoc, seen: ReadonlySet<string>): string[][] {
  const named = namedType(field.type);
  const input = api.inputs[named];
  const isOpen = input?.kind === "input" && !seen.has(named) && !named.endsWith("Filter");
  // The constraint of an argument can require more fields than the input type.
  const { required = [] } = (field.bounds?.schema ?? {}) as { required?: readonly string[] };
  const inner = (isOpen ? (input.fields ?? []) : []).map((one) => (required.includes(one.name) ? { ...one, isRequired: true } : one));
  const separator = field.type.includes("[") ? "[]." : ".";
  return [
    row(field, path, input?.kind === "scalar" ? { ...input.bounds, ...field.bounds } : field.bounds),
    ...inner.flatMap((one) => argumentRows(one, path + separator + one.name, api, new Set([...seen, named]))),
  ];
}

function row({ type, isRequired, description, default: value, deprecated }: FieldDoc, path: string, bounds: Bounds | undefined): string[] {
  const text = deprecated ? `${description} **Deprecated.** ${deprecated}` : description;
  return [code(path), sentences(`${typeLink(type)}.`, isRequired && "Required.", text, rulesText(bounds, type, value))];
}

function result({ returns, type }: OperationDoc, { schema }: Reference): string {
  const found = schema.getType(namedType(returns));
  const record = isObjectType(found) ? itemsOf(found) : undefined;
  const failure = type === "mutation" ? "If `userErrors` is not empty, the mutation wrote nothing and the other fields are null." : "";
  return blocks(
    `The operation returns ${typeLink(returns)}. ${failure}`.trim(),
    found && fieldTable(found),
    record && section(`Fields of ${record.name}`, fieldTable(record), 3),
  );
}

function errors(operation: OperationDoc, reference: Reference): string {
  const request = table(
    ["Code", "Cause", "Fix"],
    requestErrorsOf(operation).map(({ code: name, cause, fix }) => [link(code(name), `/docs/errors#${name.toLowerCase()}`), cause, fix]),
  );
  if (operation.type === "query") return blocks("If the request fails, the response has `errors` with one of these codes:", request, more);
  const own = userErrorCodes(operation, reference);
  const user = table(
    ["Code", "Meaning and fix"],
    own.map(({ name, description }) => [link(code(name), `/docs/errors#${name.toLowerCase()}`), description]),
  );
  return blocks(
    section(
      "userErrors",
      blocks("This list contains the codes that the schema and the description imply. The service can return other codes too.", user),
      3,
    ),
    section(
      "Request errors",
      blocks("If the request fails, the response has no data, only `errors` with one of these codes:", request, more),
      3,
    ),
  );
}

const more =
  "The [error list](/docs/errors) contains all codes of GraphQL and MCP requests. Other routes of the gateway can respond with other codes.";

/** Lists the warnings that a successful operation can return. */
function warnings({ name }: OperationDoc, { manifests, api }: Reference): string {
  const kinds = manifests.warnings[name];
  if (!kinds) return "";
  const nextOf = (next: string) => (api.operations.some((one) => one.name === next) ? operationLink(next) : code(next));
  return blocks(
    "The operation can succeed with these warnings, in `extensions.warnings` of the response and in `warnings` of an MCP result:",
    table(
      ["Code", "Cause", "Fix", "Next operation"],
      kinds.map(({ code: kind, cause, next }) => [code(kind), cause, next.why, nextOf(next.operation)]),
    ),
  );
}

function events({ name, type }: OperationDoc, { manifests, eventOf }: Reference): string {
  if (type === "query") return "";
  const subjects = manifests.emits[name];
  if (!subjects) return "The service does not publish which events the mutation emits.";
  if (subjects.length === 0) return "The mutation emits no public event.";
  return blocks(
    "The mutation can emit the following events, which webhooks deliver.",
    list(subjects.map((subject) => `${link(code(subject), eventPath(subject))}: ${eventOf.get(subject)?.description ?? ""}`)),
  );
}

/** Lists related operations, which accept or return the same records. */
function related(operation: OperationDoc, { api, recordsOf }: Reference): string {
  const own = recordsOf(operation);
  const others = api.operations.filter((other) => other !== operation && recordsOf(other).some((record) => own.includes(record)));
  return list(others.map(({ name, description }) => `${operationLink(name)}: ${firstSentence(description)}`));
}
