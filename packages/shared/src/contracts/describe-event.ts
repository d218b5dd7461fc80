import { z } from "zod";
import type { EventDefinition } from "./define-event.js";

export interface FieldDescription {
  name: string;
  type: string;
  required: boolean;
}

export interface EventDescription {
  subject: string;
  service: string;
  description: string;
  recordId: string;
  isInternal: boolean;
  fields: FieldDescription[];
}

interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
}

export function describeEvent({ subject, service, description, recordId, isInternal, data }: EventDefinition): EventDescription {
  const schema = z.toJSONSchema(data) as Schema;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    type: typeOf(field),
    required: schema.required?.includes(name) ?? false,
  }));
  return { subject, service, description, recordId, isInternal, fields };
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (schema.type === "array") return `list of (${typeOf(schema.items ?? {})})`;
  if (schema.properties)
    return `{ ${Object.entries(schema.properties)
      .map(([name, field]) => `${name}: ${typeOf(field)}`)
      .join(", ")} }`;
  if (typeof schema.additionalProperties === "object") return `object of (${typeOf(schema.additionalProperties)})`;
  return schema.format ?? [schema.type ?? "any"].flat().join(" or ");
}
