import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { runAdmin } from "../../cli/program.js";
import { codeOf, faultsOf, outcomesOf, rowsOf } from "../../testing/answers.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addConnection, deliver, sendRecords } from "../../testing/send.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

describe("an ingested exchange rate", () => {
  const rate = { day: "2026-05-01", from: "EUR", to: "usd", rate: "1.0830", provider: "ecb" };
  const sendRates = (...records: unknown[]) => sendRecords(fixture, client, "rates", records);

  it("is stored as sent, needs no connection, and is unchanged the second time", async () => {
    const answer = await sendRates(rate, { ...rate, rate: "01.083" }, { ...rate, rate: "1.09" }, { ...rate, rate: "1.09" });
    expect(outcomesOf(answer)).toEqual(["accepted", "unchanged", "accepted", "unchanged"]);
    expect(answer.results[0]).toEqual({ index: 0, externalRef: null, outcome: "accepted" });
    expect(await rowsOf(fixture, client, "exchange_rates")).toMatchObject([
      { from_currency: "eur", to_currency: "usd", rate: "1.09", provider: "ecb" },
    ]);
  });
  it("is rejected from a connection's key: rates apply to the whole workspace", async () => {
    const connectionId = await addConnection(fixture, client);
    const response = await deliver(fixture, client, "rates", JSON.stringify({ records: [rate] }), { connectionId });
    expect(await codeOf(response)).toEqual([403, "connection_key_not_supported"]);
    expect(await rowsOf(fixture, client, "exchange_rates")).toEqual([]);
  });
  it("is stored in every version, with sender and time", async () => {
    await sendRates(rate, { ...rate, rate: "1.09" }, { ...rate, rate: "1.09" });
    const first = fixture.clock.now();
    fixture.clock.advance(1_000);
    await sendRates({ ...rate, provider: "desk" }, { ...rate, day: "2026-05-02" });
    const versions = await rowsOf<Record<string, unknown>>(fixture, client, "exchange_rate_versions");
    versions.sort((one, other) => Number(one.sequence) - Number(other.sequence));
    expect(versions.map((version) => [version.rate, version.provider])).toEqual([
      ["1.083", "ecb"],
      ["1.09", "ecb"],
      ["1.083", "desk"],
      ["1.083", "ecb"],
    ]);
    expect(versions[0]).toMatchObject({ received_at: first, key_id: expect.any(String), member_id: expect.any(String) });
    expect(versions[2]?.received_at).toEqual(fixture.clock.now());
    const emitted: string[] = [];
    const terminal = { out: (text: string) => void emitted.push(text), error: (text: string) => void emitted.push(text) };
    const words = ["rate", "history", "--workspace", client.workspaceId, "--day", "2026-05-01", "--from", "EUR", "--json"];
    expect(await runAdmin(words, { DATABASE_URL: fixture.connectionString }, terminal)).toBe(0);
    expect(JSON.parse(emitted.join(""))).toMatchObject([{ rate: "1.083", provider: "desk" }, { rate: "1.09" }, { rate: "1.083" }]);
  });
  it("can be of any day from the first supported one to tomorrow", async () => {
    expect(outcomesOf(await sendRates({ ...rate, day: "1990-01-01" }, { ...rate, day: "2026-06-02" }))).toEqual(["accepted", "accepted"]);
  });
  it.each([
    [{ rate: 1.08 }, "rate INVALID"],
    [{ rate: "0.0" }, "rate INVALID"],
    [{ rate: "-1" }, "rate INVALID"],
    [{ rate: "Infinity" }, "rate INVALID"],
    [{ day: "2026-02-30" }, "day INVALID"],
    [{ day: "2026-05-01T00:00:00Z" }, "day INVALID"],
    [{ day: "1989-12-31" }, "day INVALID"],
    [{ day: "2026-06-03" }, "day INVALID"],
    [{ from: "e" }, "from INVALID"],
    [{ to: "EUR" }, "to INVALID"],
    [{ provider: undefined }, "provider REQUIRED"],
  ])("is rejected with %j", async (change, fault) => {
    expect(faultsOf(await sendRates({ ...rate, ...change }))).toEqual([fault]);
    expect(await rowsOf(fixture, client, "exchange_rates")).toEqual([]);
  });
});
