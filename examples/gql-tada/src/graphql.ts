import { initGraphQLTada } from "gql.tada";
import type { introspection } from "./generated/graphql-env.js";

/** Parses GraphQL documents. TypeScript infers the types of each document without generated code. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: {
    BigFloat: string;
    Cursor: string;
    Date: string;
    Datetime: string;
    IncentiveIcon: string;
    JSONObject: Record<string, unknown>;
    PartnerRef: string | { name: string };
    PartnerRefOrUUIDFilter: string | Record<string, unknown>;
    Ref: string | { name: string };
    RefOrUUIDFilter: string | Record<string, unknown>;
    Tags: Record<string, string>;
    UUID: string;
  };
}>();
