import { randomUUID } from "node:crypto";
import { graphqlRequest, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { codeBody } from "../../e2e/src/workspace.js";
import { smallWorkspaceId } from "./seed.js";
import type { Operation } from "./send.js";
import type { ScaleSystem } from "./system.js";

const fields = "rowId code title displayName status valueKind valuePercent usageCount isPublic createdAt updatedAt endsAt";
const listOf = (variables: string, words: string) =>
  `query (${variables}) { list_discount_codes(first: 50, ${words}) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`;
const get = `query ($id: UUID!) { get_discount(id: $id) { ${fields} } }`;
const list = listOf("$offset: Int", "offset: $offset");
const create = `mutation ($body: DiscountCodeBody!) {
  create_discount_code(input: { body: $body }) { discountCode { rowId } userErrors { field code message } }
}`;

function graphql(
  system: ScaleSystem,
  name: string,
  query: string,
  variables: (index: number) => object,
  more: Partial<Operation> = {},
): Operation {
  return {
    ...{ name, path: "/graphql/v1" },
    body: (index) => JSON.stringify({ query, variables: variables(index) }),
    headers: () => ({ authorization: `Bearer ${system.file.secretKey}` }),
    ...more,
  };
}

const knownOf = ({ known }: ScaleSystem, index: number) => {
  const code = known[(index * 7919) % known.length];
  if (!code) throw new Error("The system has no seeded codes.");
  return code;
};

/** Operations of the gateway. Lists that are sorted by code start at different codes. */
export const operations = {
  get: (system: ScaleSystem) => graphql(system, "get", get, (index) => ({ id: knownOf(system, index).id })),
  list: (system: ScaleSystem) => graphql(system, "list of 50, newest first", list, (index) => ({ offset: index % 50 })),
  byCode: (system: ScaleSystem) =>
    graphql(
      system,
      "list of 50, by code",
      listOf("$from: String!", "orderBy: [CODE_ASC], filter: { code: { greaterThanOrEqualTo: $from } }"),
      (index) => ({ from: knownOf(system, index % Math.floor(system.known.length * 0.9)).name }),
    ),
  byStatus: (system: ScaleSystem) =>
    graphql(
      system,
      "list of 50, filter by status",
      listOf("$offset: Int", "offset: $offset, filter: { status: { equalTo: DRAFT } }"),
      (index) => ({ offset: index % 50 }),
    ),
  create: (system: ScaleSystem) =>
    graphql(system, "create", create, () => ({ body: codeBody({ code: `NEW-${randomUUID()}`, status: "DRAFT" }) }), { emitsEvents: true }),
  attribution: (system: ScaleSystem): Operation => ({
    ...{ name: "order with its attribution", path: "/v1/ingest/orders", emitsEvents: true },
    body: (index) => JSON.stringify({ records: [orderOf(system, knownOf(system, index).name)] }),
    headers: () => ({ authorization: `Bearer ${system.ingestKey}` }),
  }),
};

function orderOf({ connectionId }: ScaleSystem, code: string): object {
  const now = new Date().toISOString();
  return {
    ...{ externalRef: randomUUID(), connectionId, providerUpdatedAt: now, placedAt: now, currencyId: "EUR", totalPrice: "10.00" },
    ...{ discountCodes: [code], orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "PENDING" },
  };
}

/**
 * Lists 50 codes of each small workspace in turn. Sends the requests to the discounts service, because the small workspaces have no API
 * keys.
 */
export function listOfSmall(system: ScaleSystem): Operation {
  const signer = principalSigner(system.signingKey);
  return {
    name: "list of 50 of a small workspace",
    path: new URL(system.file.urls.discounts ?? "").pathname,
    body: (index) => JSON.stringify({ query: list, variables: { offset: index % 10 } }),
    headers: (body, index) => {
      const workspaceId = smallWorkspaceId(index % system.size.smallWorkspaces);
      const principal = { workspaceId, memberId: workspaceId, keyId: workspaceId, level: "READ", requestId: "bench" } as const;
      return { [principalHeader]: signer.sign(principal, Date.now(), graphqlRequest("discounts", body)) };
    },
  };
}
