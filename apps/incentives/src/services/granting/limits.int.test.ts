import { cloudEvent } from "@offergraph/shared/contracts/cloud-event";
import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { kinds } from "../../domain/kinds.js";
import { maxActive } from "../../domain/status.js";
import { addClones } from "../../testing/clones.js";
import { type Client, pathsOf, startFixture } from "../../testing/fixture.js";
import { answer, creditRule, entitlementRule, grantsOf, ledgerOf } from "../../testing/granting.js";
import { addConnection, create, createActive, labelRule, mutate } from "../../testing/incentives.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../../testing/other-services.js";

let fixture: OtherServicesFixture;
let client: Client;
beforeAll(async () => {
  fixture = await startOtherServicesFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const rowsOf = async (table: string) =>
  (await fixture.admin.query(`SELECT * FROM ${table} WHERE workspace_id = $1`, [client.workspaceId])).rows;
const maxFields = kinds
  .map(({ termsSchema }) => (termsSchema.properties as { fields?: { maxProperties: number } }).fields?.maxProperties)
  .find((most) => most !== undefined) as number;
// Maximum payload of NATS (1 MiB), minus 4 KiB for headers.
const maxOfNats = 1_048_576 - 4_096;
const largest = 9_223_372_036_854_775_807n;

describe("a reward at the storage limits", () => {
  it("of a credit that would overflow the balance fails; the response's other rewards are issued", async () => {
    const connectionId = await addConnection(fixture, client);
    const incentive = await createActive(fixture, client, { rules: [creditRule(connectionId, 500), entitlementRule()] });
    const customerId = newId();
    await fixture.admin.query("INSERT INTO credit_balances VALUES ($1, $2, $3, 'eur', $4)", [
      client.workspaceId,
      customerId,
      connectionId,
      `${largest - 500n}`,
    ]);
    const [fits, beyond] = [
      await answer(fixture, client, incentive, { customerId }),
      await answer(fixture, client, incentive, { customerId }),
    ];
    expect(await grantsOf(fixture, client, fits.rowId)).toMatchObject([{ state: "ISSUED" }, { state: "ISSUED" }]);
    expect(await grantsOf(fixture, client, beyond.rowId)).toMatchObject([
      { state: "FAILED", failure_reason: "BALANCE_LIMIT", issued_at: null, expires_at: null },
      { state: "ISSUED", lookup_key: "seats" },
    ]);
    expect(await rowsOf("credit_balances")).toMatchObject([{ amount_minor: `${largest}` }]);
    expect(await ledgerOf(fixture, client)).toHaveLength(1);
    const emitted = await fixture.emitted(client.workspaceId);
    expect(emitted.filter(({ what }) => what === "credit.booked")).toHaveLength(1);
    expect(emitted.filter(({ what }) => what === "grant.failed")).toMatchObject([{ data: { failureReason: "BALANCE_LIMIT" } }]);
  });

  it("of an entitlement can have the longest allowed key", async () => {
    // The longest key must fit into an index row. The key is random, because PostgreSQL would compress a repetitive key.
    const lookup_key = Array.from({ length: 255 }, () => String.fromCodePoint(0x1f300 + Math.floor(Math.random() * 500))).join("");
    const incentive = await createActive(fixture, client, { rules: [entitlementRule({ lookup_key })] });
    const response = await answer(fixture, client, incentive);
    expect(await grantsOf(fixture, client, response.rowId)).toMatchObject([{ state: "ISSUED", lookup_key }]);
    const { userErrors } = await mutate(client, "replace_incentive_rules", {
      incentiveId: incentive.rowId,
      rules: [entitlementRule({ lookup_key: `${lookup_key}x` })],
    });
    expect(pathsOf(userErrors)).toEqual(["input.rules.0.terms.lookup_key TOO_LONG"]);
  });

  it("is not emitted: the largest possible rules fit in a NATS message", async () => {
    const name = (index: number) => `f${String(index).padStart(63, "_")}`;
    // A control character takes six bytes in JSON, more than any other character.
    const fields = Object.fromEntries(Array.from({ length: maxFields }, (_, index) => [name(index), "\u0001".repeat(500)]));
    const rule = { ...labelRule(), terms: { fields, public_label: "\u0001".repeat(40) } };
    // Without NATS, events stay in the outbox.
    const alone = await startFixture(inject("adminUrl"));
    onTestFinished(() => alone.stop());
    await create(alone.client(), { description: "\u0001".repeat(500), rules: [rule, rule, rule] });
    const { rows } = await alone.admin.query("SELECT event::text AS text FROM outbox_events");
    expect(rows).toHaveLength(1);
    expect(cloudEvent.safeParse(JSON.parse(rows[0].text)).success).toBe(true);
    expect(Buffer.byteLength(rows[0].text)).toBeGreaterThan(900_000);
    expect(Buffer.byteLength(rows[0].text)).toBeLessThan(maxOfNats);
  });

  it("is not emitted: all possible rewards of one response fit in a NATS message", async () => {
    // Lookup keys are the longest texts in the event.
    const terms = { lookup_key: "\u0001".repeat(255), limit: 1_000_000, expires_in_days: 365_000 };
    const rules = Array(3).fill(entitlementRule(terms));
    const incentive = await createActive(fixture, client, { tier: "enhanced", rules });
    await addClones(fixture, incentive, maxActive - 1);
    const response = await answer(fixture, client, incentive, { trustScore: 0.1234 });
    const grants = await grantsOf(fixture, client, response.rowId);
    expect(grants.map(({ state }) => state)).toEqual(Array(maxActive * 3).fill("ISSUED"));
    const handled = (await fixture.emitted(client.workspaceId)).filter(({ what }) => what === "response.handled");
    expect(handled).toMatchObject([{ data: { grants: { length: grants.length } } }]);
    const bytes = Buffer.byteLength(JSON.stringify(handled[0]?.data));
    expect(bytes).toBeGreaterThan(600_000);
    expect(bytes).toBeLessThan(maxOfNats);
  });
});
