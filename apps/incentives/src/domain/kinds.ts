import type { IncentiveKind } from "../generated/types.js";

/** A JSON Schema (2020-12), as far as terms need it; `description` is how errors say what is allowed: "has to be …". */
export type TermsSchema = Record<string, unknown>;

export interface KindInfo {
  slug: IncentiveKind;
  name: string;
  description: string;
  /** Whether a rule may leave the terms out. */
  termsOptional: boolean;
  termsSchema: TermsSchema;
}

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** An object with these keys and no others. */
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
  description: `a whole number from ${minimum} to ${maximum}: ${what}`,
});
const days = (most: number) => wholeNumber(1, most, "for how many days from its issue the reward is good");

/** However long they are, an event that tells of all rules of an incentive is less than the 1 MiB that NATS takes. */
const mostFields = 100;

/** Every kind of reward with what its terms have to be (api.md 2.5): what is checked and what get_incentive_kinds shows. */
export const kinds: readonly KindInfo[] = [
  {
    slug: "discount",
    name: "Discount",
    description: "The customer gets a discount code: one that all share, one made for them alone, or one out of a pool of aliases.",
    termsOptional: true,
    termsSchema: strict(
      {
        expires_in_days: days(Number.MAX_SAFE_INTEGER),
        delivery: {
          enum: ["SHARED", "UNIQUE", "POOL"],
          description:
            "SHARED (the code itself; so it is unless given), UNIQUE (a code made for the customer) or POOL (one of the code's aliases)",
        },
        prefix: {
          type: "string",
          minLength: 1,
          maxLength: 12,
          pattern: "^[A-Z0-9]*$",
          description: "1-12 characters of A-Z and 0-9: what a code made for the customer begins with",
        },
      },
      [],
    ),
  },
  {
    slug: "billing_credit",
    name: "Billing credit",
    description: "The customer gets money on their account at a store.",
    termsOptional: false,
    termsSchema: strict(
      {
        amount_minor: wholeNumber(1, Number.MAX_SAFE_INTEGER, "the amount in the smallest unit of its currency"),
        currency: { type: "string", pattern: "^[a-z]{3}$", description: "a currency in 3 lower-case letters (ISO 4217)" },
        expires_in_days: days(365),
      },
      ["amount_minor", "currency", "expires_in_days"],
    ),
  },
  {
    slug: "entitlement",
    name: "Entitlement",
    description: "The customer may use more of something.",
    termsOptional: false,
    termsSchema: strict(
      {
        lookup_key: {
          type: "string",
          minLength: 1,
          maxLength: 255,
          description: "a text of 1-255 characters: what the customer may use more of",
        },
        limit: wholeNumber(1, 1_000_000, "how much more"),
        expires_in_days: days(Number.MAX_SAFE_INTEGER),
      },
      ["lookup_key", "limit"],
    ),
  },
  {
    slug: "metadata",
    name: "Metadata",
    description: "The grant bears fields for other systems to read, and a label for the customer.",
    termsOptional: false,
    termsSchema: strict(
      {
        fields: {
          type: "object",
          maxProperties: mostFields,
          propertyNames: {
            pattern: "^[A-Za-z][A-Za-z0-9_]{0,63}$",
            description: "a letter, then at most 63 letters, digits or underscores",
          },
          additionalProperties: {
            type: ["string", "number", "boolean", "null"],
            maxLength: 500,
            description: "a text of at most 500 characters, a number, a boolean or null",
          },
          description: `an object of at most ${mostFields} fields`,
        },
        public_label: {
          type: ["string", "null"],
          minLength: 1,
          maxLength: 40,
          description: "a text of 1-40 characters that the customer reads, or null",
        },
      },
      ["fields", "public_label"],
    ),
  },
];
