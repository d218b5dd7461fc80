import type { IncentiveKind } from "../generated/types.js";

/** A JSON Schema (2020-12). The `description` of a property completes the error message "<name> must be <description>." */
export type TermsSchema = Record<string, unknown>;

export interface KindInfo {
  slug: IncentiveKind;
  name: string;
  description: string;
  termsOptional: boolean;
  termsSchema: TermsSchema;
}

const dialect = "https://json-schema.org/draft/2020-12/schema";

const strict = (properties: TermsSchema, required: readonly string[]): TermsSchema => ({
  $schema: dialect,
  type: "object",
  additionalProperties: false,
  properties,
  required,
});

const wholeNumber = (minimum: number, maximum: number, what: string): TermsSchema => ({
  type: "integer",
  minimum,
  maximum,
  description: `a whole number from ${minimum} to ${maximum} (${what})`,
});
const days = (max: number) => wholeNumber(1, max, "the number of days after which an issued reward expires");

/**
 * Maximum number of fields in the terms of a rule. An event with all rules of an incentive must fit into NATS's maximum payload of 1 MiB.
 */
const maxFields = 100;

/** All kinds of reward, with the JSON Schemas of their terms. */
export const kinds: readonly KindInfo[] = [
  {
    slug: "discount",
    name: "Discount",
    description: "The customer gets a shared discount code, a unique code or an alias from a pool.",
    termsOptional: true,
    termsSchema: strict(
      {
        expires_in_days: days(Number.MAX_SAFE_INTEGER),
        delivery: {
          enum: ["SHARED", "UNIQUE", "POOL"],
          description:
            "SHARED (default) for the code itself, UNIQUE for a code created for the customer, or POOL for one of the code's aliases",
        },
        prefix: {
          type: "string",
          minLength: 1,
          maxLength: 12,
          pattern: "^[A-Z0-9]*$",
          description: "a string of 1-12 characters (A-Z, 0-9) that each UNIQUE code starts with",
        },
      },
      [],
    ),
  },
  {
    slug: "billing_credit",
    name: "Billing credit",
    description: "The customer gets credit on their account at a store.",
    termsOptional: false,
    termsSchema: strict(
      {
        amount_minor: wholeNumber(1, Number.MAX_SAFE_INTEGER, "the amount in the smallest unit of the currency"),
        currency: { type: "string", pattern: "^[a-z]{3}$", description: "an ISO 4217 currency code in lower case" },
        expires_in_days: days(365),
      },
      ["amount_minor", "currency", "expires_in_days"],
    ),
  },
  {
    slug: "entitlement",
    name: "Entitlement",
    description: "The customer gets a higher usage limit. The lookup key identifies the usage limit.",
    termsOptional: false,
    termsSchema: strict(
      {
        lookup_key: {
          type: "string",
          minLength: 1,
          maxLength: 255,
          description: "a string of 1-255 characters that identifies the limit to raise",
        },
        limit: wholeNumber(1, 1_000_000, "the amount that is added to the limit"),
        expires_in_days: days(Number.MAX_SAFE_INTEGER),
      },
      ["lookup_key", "limit"],
    ),
  },
  {
    slug: "metadata",
    name: "Metadata",
    description: "The grant contains fields for other systems and a label for the customer.",
    termsOptional: false,
    termsSchema: strict(
      {
        fields: {
          type: "object",
          maxProperties: maxFields,
          propertyNames: {
            pattern: "^[A-Za-z][A-Za-z0-9_]{0,63}$",
            description: "a letter followed by at most 63 letters, digits or underscores",
          },
          additionalProperties: {
            type: ["string", "number", "boolean", "null"],
            maxLength: 500,
            description: "a string of at most 500 characters, a number, a boolean or null",
          },
          description: `an object of at most ${maxFields} fields`,
        },
        public_label: {
          type: ["string", "null"],
          minLength: 1,
          maxLength: 40,
          description: "a label of 1-40 characters for the customer, or null",
        },
      },
      ["fields", "public_label"],
    ),
  },
];
