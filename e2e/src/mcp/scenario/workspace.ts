import { createHash } from "node:crypto";
import type { Step } from "./step.js";
import { webhooks, webhooksCleanup } from "./webhooks.js";

const document = "query Codes { list_discount_codes(first: 1) { nodes { code } } }";
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

export const workspace: readonly Step[] = [
  {
    tool: "update_workspace_settings",
    input: () => ({ input: { name: "Scenario" } }),
    expected: () => ({ settings: { name: "Scenario" }, userErrors: [] }),
  },
  { tool: "get_workspace_settings", input: () => ({}), expected: () => ({ name: "Scenario", isTest: false, timeZone: "UTC" }) },
  {
    tool: "update_brand",
    input: () => ({ input: { accentColor: "#0B5D1E", font: "SERIF", cornerRadius: 8 } }),
    expected: () => ({ brand: { accentColor: "#0b5d1e", font: "SERIF", logo: null }, userErrors: [] }),
  },
  { tool: "get_brand", input: () => ({}), expected: () => ({ accentColor: "#0b5d1e", cornerRadius: 8, locale: null }) },
  {
    tool: "add_member",
    input: () => ({ input: { name: "Mona", email: "mona@example.com", role: "MEMBER" } }),
    expected: () => ({ member: { name: "Mona", role: "MEMBER" }, userErrors: [] }),
    captures: { member: "member.rowId" },
  },
  {
    tool: "set_member_role",
    input: ({ member }) => ({ input: { memberId: member, role: "ADMIN" } }),
    expected: ({ member }) => ({ member: { rowId: member, role: "ADMIN" }, userErrors: [] }),
  },
  {
    tool: "list_members",
    input: () => ({ filter: { name: { equalTo: "Mona" } } }),
    expected: ({ member }) => ({ nodes: [{ rowId: member, role: "ADMIN" }] }),
  },
  {
    tool: "create_api_key",
    input: () => ({ input: { name: "Server", level: "WRITE" } }),
    expected: () => ({ apiKey: { name: "Server", level: "WRITE", state: "ACTIVE" }, userErrors: [] }),
    captures: { apiKey: "apiKey.rowId" },
  },
  {
    tool: "list_api_keys",
    input: () => ({ filter: { name: { equalTo: "Server" } } }),
    expected: ({ apiKey }) => ({ nodes: [{ rowId: apiKey, state: "ACTIVE" }] }),
  },
  {
    tool: "register_persisted_operations",
    input: ({ apiKey }) => ({ input: { apiKeyId: apiKey, documents: [document] } }),
    expected: ({ apiKey }) => ({ persistedOperations: [{ apiKeyId: apiKey, sha256Hash: hashOf(document) }], userErrors: [] }),
    captures: { persistedOperation: "persistedOperations.0.rowId" },
  },
  {
    tool: "list_persisted_operations",
    input: ({ apiKey }) => ({ filter: { apiKeyId: { equalTo: apiKey } } }),
    expected: ({ persistedOperation }) => ({ nodes: [{ rowId: persistedOperation, operationNames: ["Codes"] }] }),
  },
  {
    tool: "list_audit_events",
    input: () => ({ filter: { operation: { equalTo: "update_brand" } } }),
    expected: () => ({ nodes: [{ operation: "update_brand", recordType: "Brand" }] }),
  },
  ...webhooks,
];

export const workspaceCleanup: readonly Step[] = [
  ...webhooksCleanup,
  {
    tool: "delete_persisted_operations",
    input: ({ persistedOperation }) => ({ input: { ids: [persistedOperation] } }),
    expected: ({ persistedOperation }) => ({ deletedIds: [persistedOperation], userErrors: [] }),
  },
  {
    tool: "revoke_api_key",
    input: ({ apiKey }) => ({ input: { apiKeyId: apiKey } }),
    expected: ({ apiKey }) => ({ apiKey: { rowId: apiKey, state: "REVOKED" }, userErrors: [] }),
  },
  {
    tool: "remove_member",
    input: ({ member }) => ({ input: { memberId: member } }),
    expected: ({ member }) => ({ member: { rowId: member }, userErrors: [] }),
  },
];
