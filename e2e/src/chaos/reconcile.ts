import { request } from "undici";
import type { SystemFile } from "../start-system.js";
import { queryDatabase } from "./database.js";
import type { FoundGrant } from "./expected-grants.js";
import type { Plan } from "./plan.js";

const states = ["PENDING", "HELD", "ISSUING", "ISSUED", "REDEEMED", "EXPIRED", "REVERSED", "DECLINED", "CAPPED", "FAILED"];

/** Compares grants with the derived codes, credits and other records. Returns the mismatches. */
export async function reconcileRecords(file: SystemFile, plan: Plan, grants: readonly FoundGrant[]): Promise<string[]> {
  const issued = (kind: string) => grants.filter(({ kindSlug, state }) => kindSlug === kind && state === "ISSUED");
  const credits = issued("billing_credit");
  const rules = new Map(plan.incentives.flatMap((incentive) => incentive.rules.map((rule) => [rule.rowId, rule.delivery])));
  const codeGrants = grants.filter(
    ({ kindSlug, state, failureReason }) => kindSlug === "discount" && (state === "ISSUED" || failureReason === "POOL_EMPTY"),
  );
  const minted = codeGrants.filter(({ ruleId, state }) => state === "ISSUED" && rules.get(ruleId) === "UNIQUE");
  const store = await readSandboxStore(file, plan.connectionId);
  const pairs: [string, string[], string[]][] = [
    [
      "credit ledger",
      credits.map(({ rowId, customerId }) => `${rowId} ${customerId} ${plan.creditMinor}`),
      await lines(file, "incentives", "SELECT grant_id, customer_id, amount_minor FROM credit_ledger WHERE account = 0"),
    ],
    [
      "credit balances",
      sums(credits, plan.creditMinor),
      await lines(file, "incentives", "SELECT customer_id, amount_minor FROM credit_balances"),
    ],
    [
      "entitlements",
      sums(issued("entitlement"), plan.seats),
      await lines(file, "incentives", `SELECT customer_id, "limit" FROM entitlements`),
    ],
    [
      "codes assigned by discounts",
      codeGrants.map(({ rowId, code }) => `${rowId} ${code}`),
      await lines(file, "discounts", "SELECT grant_id, code FROM grant_codes"),
    ],
    ["minted codes", minted.map(({ code }) => String(code)), await lines(file, "discounts", "SELECT name FROM code_names WHERE kind = 2")],
    [
      "grants in forms",
      grants.map(({ rowId, formResponseId, state, code }) => `${rowId} ${formResponseId} ${states.indexOf(state)} ${code}`),
      await lines(file, "forms", "SELECT row_id, form_response_id, state, code FROM grant_references"),
    ],
    ["credits at the store", credits.map(({ rowId }) => rowId), store.credits.map(({ grantId }) => grantId)],
    [
      "minted codes at the store",
      minted.map(({ rowId, code }) => `${rowId} ${code}`),
      store.codes.filter(({ grantId }) => grantId !== undefined).map(({ grantId, code }) => `${grantId} ${code}`),
    ],
  ];
  return pairs.flatMap(([what, expected, is]) => difference(what, expected, is));
}

/** Compares two lists of lines and ignores their order. */
export function difference(what: string, expected: readonly string[], is: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of expected) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of is) counts.set(line, (counts.get(line) ?? 0) - 1);
  const wrong = [...counts].filter(([, count]) => count !== 0);
  return wrong.map(
    ([line, count]) =>
      `${what}: ${line} ${count > 0 ? "is missing" : "is unexpected"}${Math.abs(count) > 1 ? `, ${Math.abs(count)} times` : ""}`,
  );
}

function sums(grants: readonly FoundGrant[], each: number): string[] {
  const byCustomer = new Map<string | null, number>();
  for (const { customerId } of grants) byCustomer.set(customerId, (byCustomer.get(customerId) ?? 0) + each);
  return [...byCustomer].map(([customerId, sum]) => `${customerId} ${sum}`);
}

async function lines(file: SystemFile, service: "incentives" | "discounts" | "forms", text: string): Promise<string[]> {
  return (await queryDatabase(file, service, text)).map((row) => Object.values(row).map(String).join(" "));
}

async function readSandboxStore({ sandboxStoreUrl }: SystemFile, connectionId: string) {
  const get = async <Answer>(what: string): Promise<Answer> =>
    (await request(new URL(`/connections/${connectionId}/${what}`, sandboxStoreUrl))).body.json() as Promise<Answer>;
  const { credits } = await get<{ credits: { grantId: string }[] }>("credits");
  const { codes } = await get<{ codes: { grantId?: string; code: string }[] }>("codes");
  return { credits, codes };
}
