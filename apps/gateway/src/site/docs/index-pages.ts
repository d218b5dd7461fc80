import type { GraphQLNamedType } from "graphql";
import type { DocPage } from "./doc-page.js";
import { blocks, code, firstSentence, link, section, table } from "./markdown.js";
import { eventPath, operationLink, typePath } from "./paths.js";
import type { Reference } from "./reference.js";
import { kindOf } from "./type-page.js";

export function operationsIndex({ api: { operations } }: Reference): DocPage {
  const services = [...new Set(operations.map(({ service }) => service))];
  const rows = (service: string) =>
    operations
      .filter((one) => one.service === service)
      .map(({ name, type, level, cost, description }) => [operationLink(name), firstSentence(description), type, level, String(cost)]);
  return {
    path: "/docs/operations",
    title: "Operations",
    description: `All ${operations.length} operations of the API, by service.`,
    section: "Operations",
    markdown: () =>
      blocks(
        "Each operation is a root field of the GraphQL schema, a tool of the MCP endpoint, a command of the command line and a method of the SDK.",
        ...services.map((service) => section(service, table(["Operation", "Purpose", "Kind", "Level", "Cost"], rows(service)))),
      ),
  };
}

export function eventsIndex({ manifests: { events } }: Reference): DocPage {
  const services = [...new Set(events.map(({ subject }) => subject.split(".")[1] ?? ""))];
  const rows = (service: string) =>
    events
      .filter(({ subject }) => subject.split(".")[1] === service)
      .map(({ subject, description }) => [link(code(subject), eventPath(subject)), firstSentence(description)]);
  return {
    path: "/docs/events",
    title: "Events",
    description: `All ${events.length} public events, with schemas and samples.`,
    section: "Events",
    markdown: () =>
      blocks(
        "Services emit CloudEvents 1.0 in JSON. Webhooks deliver the public events of a workspace to your URLs. An event is delivered at least once, and the events of one record arrive in the order of their changes. The `id` of an event is unique, so use the `id` to detect repeated deliveries. A release may add fields to an event, but never removes or changes fields.",
        "Decimal numbers are strings. Times are in UTC with milliseconds.",
        ...services.map((service) => section(service, table(["Event", "Cause"], rows(service)))),
      ),
  };
}

const kinds = ["object", "input", "enum", "scalar", "interface", "union"] as const;

export function typesIndex(types: readonly GraphQLNamedType[]): DocPage {
  const rows = (kind: string) =>
    types
      .filter((type) => kindOf(type) === kind)
      .map(({ name, description }) => [link(code(name), typePath(name)), firstSentence(description ?? "")]);
  return {
    path: "/docs/types",
    title: "Types",
    description: `All ${types.length} types of the GraphQL schema.`,
    section: "Types",
    markdown: () =>
      blocks(
        "The file [schema.graphql](/schema.graphql) contains the whole schema.",
        ...kinds.map((kind) => (rows(kind).length > 0 ? section(titles[kind], table(["Type", "Description"], rows(kind))) : "")),
      ),
  };
}

const titles = {
  object: "Objects",
  input: "Inputs",
  enum: "Enums",
  scalar: "Scalars",
  interface: "Interfaces",
  union: "Unions",
} as const;
