import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { connectNats } from "@offergraph/service/messaging/connection";
import { ensureStream } from "@offergraph/service/messaging/streams";
import { createLogger } from "@offergraph/shared/log/logger";
import { claimEvent, whileOpen } from "@offergraph/testkit/open-transaction";
import { publishEvents, publishedEvents } from "@offergraph/testkit/streams";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, expect, inject, it, vi } from "vitest";
import { type Fixture, startFixture } from "../../testing/fixture.js";
import { answerOf, creditRule, discountRule, grantsOf, outcomeEvent } from "../../testing/granting.js";
import { addConnection, addDiscountCode, createActive, labelRule } from "../../testing/incentives.js";

const many = 300;
const kills = 4;
const children: ChildProcess[] = [];
let fixture: Fixture;
let nats: Awaited<ReturnType<typeof startOwnNats>>;
let link: ReturnType<typeof connectNats>;
beforeEach(async () => {
  nats = await startOwnNats();
  link = connectNats({ url: nats.url, name: "others", log: createLogger("test", "silent") });
  fixture = await startFixture(inject("adminUrl"));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await fixture?.stop();
  await link?.close();
  await nats?.stop();
});

/** Starts the service in a separate process with NATS. The fixture's service has no NATS. */
function startProcess(): ChildProcess {
  const main = fileURLToPath(new URL("../../main.ts", import.meta.url));
  const env = { ...process.env, ...fixture.environment, NATS_URL: nats.url };
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", main], { env, stdio: ["ignore", "ignore", "inherit"] });
  children.push(child);
  return child;
}

it(`a process that is killed ${kills} times by SIGKILL and restarted issues exactly the rewards of ${many} responses`, async () => {
  const { connection } = await link.waitForConnection(new AbortController().signal);
  for (const service of ["discounts", "forms", "orders", "workspace"]) await ensureStream(connection, service);
  const client = fixture.client();
  const rules = [discountRule(await addDiscountCode(fixture, client)), creditRule(await addConnection(fixture, client)), labelRule()];
  const incentive = await createActive(fixture, client, { rules });
  const responses = Array.from({ length: many }, () => answerOf(fixture, incentive));
  const taken = async () => (await fixture.admin.query("SELECT FROM inbox_events WHERE consumer = 'grant-responses'")).rowCount ?? 0;

  const events = responses.map((response) => outcomeEvent(fixture, client, response));
  await publishEvents(connection, events);
  // Keeps the last event back, because a process can take all other events before it is killed.
  await whileOpen(fixture, client, claimEvent("grant-responses", events.at(-1)?.id), async () => {
    for (let kill = 1; kill <= kills; kill += 1) {
      const child = startProcess();
      await vi.waitFor(async () => expect(await taken()).toBeGreaterThan((many * kill) / (kills + 6)), { ...polling, interval: 5 });
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    expect(await taken()).toBeLessThan(many);
  });
  startProcess();
  const left = "SELECT (SELECT count(*) FROM outbox_events) AS waiting";
  await vi.waitFor(
    async () => {
      expect(await taken()).toBe(many);
      expect(Number((await fixture.admin.query(left)).rows[0].waiting)).toBe(0);
    },
    { ...polling, timeout: 3 * polling.timeout },
  );

  const grants = await grantsOf(fixture, client);
  const earned = grants.map((grant) => `${grant.form_response_id} ${grant.rule_id} ${grant.state}`).sort();
  const [discount, credit, label] = incentive.rules.map(({ rowId }) => rowId);
  const expected = responses.flatMap(({ rowId }) => [
    `${rowId} ${discount} ISSUING`,
    `${rowId} ${credit} ISSUED`,
    `${rowId} ${label} ISSUED`,
  ]);
  expect(earned).toEqual(expected.sort());
  expect((await fixture.admin.query("SELECT FROM credit_ledger WHERE account = 0")).rowCount).toBe(many);
  const emitted = (await publishedEvents(connection, "incentives")).map(({ type, subject }) => `${type.split(".")[3]} ${subject}`);
  const of = (what: string) => emitted.filter((one) => one.startsWith(what));
  expect([of("issued"), of("booked"), of("handled")].map(({ length }) => length)).toEqual([2 * many, many, many]);
  // Requests for codes may repeat, because this test has no discounts service.
  expect(new Set(emitted).size).toBe(emitted.length - (of("requested").length - many));
});
