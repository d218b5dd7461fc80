import { checkoutFields } from "../../apps/orders/src/domain/ingest/checkout.js";
import { orderFields } from "../../apps/orders/src/domain/ingest/order.js";
import { rateFields } from "../../apps/orders/src/domain/ingest/rate.js";
import { connectionField } from "../../apps/orders/src/services/ingest/record.js";
import { jsonType } from "./json-type.js";
import { header } from "./type-text.js";

interface Field {
  schema: Readonly<Record<string, unknown>>;
  isRequired: boolean;
}

const records: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  OrderRecord: { ...connectionField, ...orderFields },
  CheckoutRecord: { ...connectionField, ...checkoutFields },
  RateRecord: rateFields,
};

/** Writes the types of the records that ingest accepts. */
export function describeIngest(): string {
  return (
    header +
    Object.entries(records)
      .map(([name, fields]) => recordType(name, fields))
      .join("")
  );
}

function recordType(name: string, fields: Readonly<Record<string, Field>>): string {
  const lines = Object.entries(fields).map(([field, { schema, isRequired }]) => {
    const type = schema.format === "date-time" ? "string | globalThis.Date" : jsonType(schema);
    return `  ${field}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : " | null"};\n`;
  });
  return `\n/** A record of the ingest API. docs/ingest.md describes the fields. */\nexport interface ${name} {\n${lines.join("")}}\n`;
}
