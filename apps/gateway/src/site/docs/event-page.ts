import type { PublishedEvent } from "@offergraph/shared/schema/manifest";
import type { DocPage } from "./doc-page.js";
import { type JsonSchema, sampleOf } from "./event-sample.js";
import { blocks, code, fence, firstSentence, list, section, table } from "./markdown.js";
import { eventPath, operationLink } from "./paths.js";
import type { Reference } from "./reference.js";

export function eventPage(event: PublishedEvent, { manifests }: Reference): DocPage {
  const { subject, description, recordId, schema } = event;
  const emitters = Object.entries(manifests.emits).flatMap(([name, subjects]) => (subjects.includes(subject) ? [operationLink(name)] : []));
  return {
    path: eventPath(subject),
    title: subject,
    description: firstSentence(description),
    section: "Events",
    kind: "event",
    markdown: () =>
      blocks(
        description,
        `The attribute ${code("subject")} is ${recordId}.`,
        section("Data", table(["Field", "Type", "Required"], rowsOf(schema))),
        section("Sample", fence("json", "CloudEvent", JSON.stringify(sampleEvent(event), undefined, 2))),
        section("Operations that emit this event", list(emitters)),
        section("JSON Schema of the data", fence("json", "JSON Schema", JSON.stringify(schema, undefined, 2))),
      ),
  };
}

/** Returns a sample CloudEvent with data that the event's schema accepts. */
export function sampleEvent({ subject, schema }: PublishedEvent) {
  const data = sampleOf(schema) as Readonly<Record<string, unknown>>;
  const id = sampleOf({ type: "string", format: "uuid" });
  return {
    specversion: "1.0",
    id: "0190b6a5-0000-7000-8000-000000000001",
    source: `/offergraph/${subject.split(".")[1]}`,
    type: subject,
    subject: data.rowId ?? id,
    time: sampleOf({ type: "string", format: "date-time" }),
    datacontenttype: "application/json",
    workspaceid: "0190b6a4-0000-7000-8000-000000000001",
    data,
  };
}

function rowsOf(schema: JsonSchema): string[][] {
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>).map(([name, field]) => [
    code(name),
    typeText(field),
    required.includes(name) ? "yes" : "no",
  ]);
}

function typeText(schema: JsonSchema): string {
  const { type, format, anyOf, items, properties, additionalProperties } = schema;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeText(one as JsonSchema)).join(" or ");
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => code(String(value))).join(", ");
  if (type === "array") return `list of ${typeText((items ?? {}) as JsonSchema)}`;
  if (properties) return `object with ${Object.keys(properties).map(code).join(", ")}`;
  if (typeof additionalProperties === "object" && additionalProperties !== null)
    return `object with values of the type ${typeText(additionalProperties as JsonSchema)}`;
  return typeof format === "string" ? format : [type ?? "any JSON value"].flat().join(" or ");
}
