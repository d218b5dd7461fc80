import { beforeAll, describe, expect, it } from "vitest";
import { graphqlClient } from "./src/client.js";
import { waitUntil } from "./src/wait-until.js";
import { admin, codeBody, newKey, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

interface AuditEvent {
  operation: string;
  operationId: string;
  requestId: string | null;
  actor: { kind: string; keyId: string | null; keyName: string | null; memberName: string | null };
  recordType: string | null;
  recordId: string | null;
  action: string | null;
  changes: { field: string; before: string | null; after: string | null; isHidden: boolean }[];
}

const list = `query ($filter: AuditEventFilter) {
  list_audit_events(filter: $filter, first: 1000, orderBy: [CREATED_AT_ASC]) {
    nodes {
      operation operationId requestId recordType recordId action
      actor { kind keyId keyName memberName }
      changes { field before after isHidden }
    }
  }
}`;
const idsOf = (events: readonly AuditEvent[]) => new Set(events.map(({ operationId }) => operationId)).size;

let mine: Workspace;
let key: string;
let codeId: string;
let requestId: string;
let events: AuditEvent[];
beforeAll(async () => {
  mine = await newWorkspace();
  const here = ["--workspace", mine.workspaceId];
  ({ key } = await newKey(mine.workspaceId, mine.memberId, ["--level", "write", "--name", "Writer"]));
  const { baseUrl } = await readSystem();
  const writer = graphqlClient(baseUrl, key);
  const create = `mutation ($body: DiscountCodeBody!) {
    create_discount_code(input: { body: $body }) { discountCode { rowId } userErrors { code } }
  }`;
  const answer = await writer.call(create, { body: codeBody({ title: "First" }) });
  const { create_discount_code: created } = answer.body.data as { create_discount_code: { discountCode: { rowId: string } } };
  codeId = created.discountCode.rowId;
  requestId = String(answer.headers["x-request-id"]);
  await writer.call(create, { body: codeBody({ title: "Rejected", value_percent: 900 }) });
  await writer.call(create, { body: codeBody({ title: "Dry" }) }, { "dry-run": "true" });
  await writer.data(
    `mutation ($ids: [UUID!]!) { bulk_update_discount_code_status(input: { ids: $ids, status: DRAFT }) { userErrors { code } } }`,
    { ids: [codeId] },
  );
  const changed = await mine.client.data<Record<string, { userErrors: object[] }>>(
    `mutation {
      create_form(input: { body: { title: "Audited" } }) { userErrors { code } }
      create_webhook_endpoint(input: { url: "https://127.0.0.1/hook" }) { secret userErrors { code } }
      erase_customer(input: { customerId: "nobody@example.com" }) { responses userErrors { code } }
      update_brand(input: { accentColor: "#0b5d1e" }) { userErrors { code } }
    }`,
  );
  expect(Object.values(changed).flatMap(({ userErrors }) => userErrors)).toEqual([]);
  await admin(["partner", "add", ...here, "--name", "Ada"]);
  await admin(["connection", "list", ...here]);
  const wanted = ["update_brand", "erase_customer", "bulk_update_discount_code_status", "admin partner add", "admin key create"];
  events = await waitUntil("all operations are in the audit log", async () => {
    const { list_audit_events: page } = await mine.client.data<{ list_audit_events: { nodes: AuditEvent[] } }>(list);
    return wanted.every((one) => page.nodes.some(({ operation }) => operation === one)) && page.nodes;
  });
});

const of = (operation: string) => events.filter((event) => event.operation === operation);

describe("the audit log", () => {
  it("names the key, the member, the request and the values of a mutation", () => {
    const created = of("create_discount_code");
    expect(idsOf(created)).toBe(1);
    const code = created.find(({ recordType }) => recordType === "DiscountCode");
    expect(code).toMatchObject({
      ...{ requestId, recordId: codeId, action: "CREATED" },
      actor: { kind: "API_KEY", keyName: "Writer", memberName: "Olga Owner" },
    });
    expect(code?.changes).toContainEqual({ field: "title", before: null, after: "First", isHidden: false });
    expect(code?.changes).toContainEqual({ field: "status", before: null, after: "ACTIVE", isHidden: false });
    const [changed] = of("bulk_update_discount_code_status").filter(({ recordId }) => recordId === codeId);
    expect(changed?.changes).toContainEqual({ field: "status", before: "ACTIVE", after: "DRAFT", isHidden: false });
  });

  it("contains the mutations of all services, also without a changed record, and administrative commands", () => {
    expect(of("create_form").map(({ recordType }) => recordType)).toContain("Form");
    expect(of("update_brand")).toMatchObject([{ recordType: "Brand", action: "CREATED" }]);
    expect(of("erase_customer")).toMatchObject([{ recordType: null, recordId: null, action: null, changes: [] }]);
    expect(of("admin partner add")).toMatchObject([
      { recordType: "Partner", action: "CREATED", requestId: null, actor: { kind: "COMMAND", keyId: null, keyName: null } },
    ]);
    expect(of("admin connection list")).toEqual([]);
  });

  it("contains no secret", () => {
    const [endpoint] = of("create_webhook_endpoint").filter(({ recordType }) => recordType === "WebhookEndpoint");
    expect(endpoint?.changes).toContainEqual({ field: "secret", before: null, after: null, isHidden: true });
    const keys = of("admin key create");
    expect(keys.every(({ changes }) => changes.some(({ field, isHidden }) => field === "hash" && isHidden))).toBe(true);
    expect(JSON.stringify(events)).not.toContain(key);
    expect(JSON.stringify(events)).not.toContain("nobody@example.com");
  });

  it("needs the level ADMIN", async () => {
    const { baseUrl } = await readSystem();
    const { body } = await graphqlClient(baseUrl, key).call(list);
    expect(body.errors?.[0]?.extensions?.code).toBe("access_level_insufficient");
  });
});
