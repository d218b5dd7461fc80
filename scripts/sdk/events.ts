import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { EventDefinition } from "../../packages/shared/src/contracts/define-event.js";
import { dataSchemaOf, envelopeSchema } from "../../packages/shared/src/contracts/event-schemas.js";
import { type JsonSchema, jsonType } from "./json-type.js";
import { pascalCase } from "./read-operations.js";
import { comment, header } from "./type-text.js";

const catalog = fileURLToPath(new URL("../../packages/shared/src/contracts/events", import.meta.url));

/** Writes the types of the public events, and their union type `WebhookEvent`. */
export async function describeEvents(): Promise<string> {
  const files = readdirSync(catalog).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const modules = await Promise.all(
    files.sort().map((file) => import(path.join(catalog, file)) as Promise<Record<string, EventDefinition>>),
  );
  const events = modules.flatMap((module) => Object.values(module)).filter(({ isInternal }) => !isInternal);
  const described = events.map((event) => {
    const about = comment(`${event.description} \`subject\` is ${event.recordId}.`);
    const data = jsonType(dataSchemaOf(event) as JsonSchema);
    return `\n${about}export interface ${eventName(event)} extends Envelope {\n  type: "${event.subject}";\n  data: ${data};\n}\n`;
  });
  const names = events.map((event) => `\n  | ${eventName(event)}`);
  return [
    header,
    `\n/** The attributes that all events have (CloudEvents 1.0). */\nexport type Envelope = ${jsonType(envelopeSchema() as JsonSchema)};\n`,
    ...described,
    `\n/** An event that Offergraph sends to webhook endpoints. The field \`type\` selects the type of \`data\`. */\nexport type WebhookEvent =${names.join("")};\n`,
  ].join("");
}

/** For example, `offergraph.orders.order.placed.v1` has the type `OrdersOrderPlacedV1`. */
const eventName = ({ subject }: EventDefinition): string => pascalCase(subject.replace("offergraph.", "").replaceAll(".", "_"));
