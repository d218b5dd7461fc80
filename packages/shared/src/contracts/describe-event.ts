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
  if (schema.anyOf) return alternatives(schema.anyOf.map(typeOf));
  if (schema.enum) return `one of ${valuesOf(schema.enum)}`;
  if (schema.type === "array") return arrayOf(schema.items ?? {});
  if (schema.properties) return `object ${fieldsOf(schema.properties)}`;
  if (typeof schema.additionalProperties === "object") return mapOf(schema.additionalProperties);
  return schema.format ?? alternatives([schema.type ?? "any"].flat());
}

/** Joins types with "or". After a type of several words, a comma precedes the "or". */
function alternatives(types: string[]): string {
  const [last = "", ...others] = types.toReversed();
  if (others.length === 0) return last;
  return `${others.toReversed().join(", ")}${types.some((type) => type.includes(" ")) ? "," : ""} or ${last}`;
}

const valuesOf = (values: unknown[]) => values.map((value) => `\`${value}\``).join(", ");

const fieldsOf = (properties: Record<string, Schema>) =>
  `{ ${Object.entries(properties)
    .map(([name, field]) => `${name}: ${typeOf(field)}`)
    .join("; ")} }`;

function arrayOf(items: Schema): string {
  if (items.properties) return `array of objects ${fieldsOf(items.properties)}`;
  return items.enum ? `array of the values ${valuesOf(items.enum)}` : `array of ${typeOf(items)}`;
}

function mapOf(values: Schema): string {
  if (values.enum) return `object with the values ${valuesOf(values.enum)}`;
  const type = typeOf(values);
  if (values.anyOf || Array.isArray(values.type)) return `object with values of the types (${type})`;
  return values.type ? `object with values of the type ${type}` : "object with values of any type";
}
