import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { serverSignature } from "../../services/secrets/placement-secrets.js";
import { type Asking, openForm, storedResponse, type Visitors, visitors, wordsOf } from "../../testing/collect.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { done, mutate } from "../../testing/forms.js";
import { type Placement, rotateSecret } from "../../testing/placements.js";
import { honestSessions, type Session } from "../../testing/sessions/honest.js";

let fixture: Fixture;
let visitor: Visitors;
let client: Client;
let placement: Placement;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  visitor = visitors(fixture);
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  const opened = await openForm(client);
  ({ placement } = opened);
  await done(mutate(client, "update_form", { formId: opened.form.rowId, body: { enable_repeat: true } }));
});

const chrome = honestSessions[22]?.headers["user-agent"] ?? "";
const agents = ["python-requests/2.32.3", "node", "curl/8.9.1", "Go-http-client/2.0", "axios/1.7.2", "okhttp/4.12.0", "", chrome].concat(
  ["iPhone", "Windows"].map(
    (name) => honestSessions.find(({ headers }) => headers["user-agent"]?.includes(name))?.headers["user-agent"] ?? "",
  ),
);

interface Trust {
  score: number;
  reasons: string[];
}

async function answer({ address, headers, seconds, answers }: Session, body: object = {}): Promise<Trust> {
  const asking: Asking = { address, headers };
  const { said } = await visitor.start(placement, body, asking);
  fixture.clock.advance(seconds * 1000);
  const ended = await visitor.change(placement, said.id, { answers, outcome: "COMPLETE" }, asking);
  if (ended.status !== 200) throw new Error(wordsOf(ended));
  const stored = await storedResponse(fixture, said.id);
  return { score: Number(stored?.trust_score), reasons: stored?.trust_reasons as string[] };
}

const figures = (all: readonly Trust[]) => {
  const scores = all.map(({ score }) => score).sort((one, other) => one - other);
  return { min: scores[0] ?? Number.NaN, median: scores[Math.floor(scores.length / 2)], max: scores.at(-1) ?? Number.NaN };
};
let number = 0;
/** Returns the session of a human visitor with a unique IP address. */
const person = (changes: Partial<Session> = {}): Session => ({
  address: `198.18.${Math.floor(number / 250)}.${number++ % 250}`,
  headers: { "user-agent": chrome, "accept-language": "en" },
  seconds: 60,
  answers: { why: "price", stars: 3 },
  ...changes,
});

describe("trust", () => {
  it("of 100 scripted answers is at most 0.4, of 100 honest sessions at least 0.8", async () => {
    const farm: Trust[] = [];
    for (let n = 0; n < 100; n += 1) {
      const headers = { "user-agent": agents[n % agents.length] ?? "", "accept-language": "*" };
      const answers = { why: "Great shop, fast delivery, will buy again", stars: 5 };
      const customer = { ref: `invented-${n}`, email: `buyer${n}@mail.example` };
      farm.push(await answer({ address: `198.51.100.${n % 3}`, headers, seconds: 0, answers }, { customer }));
    }
    ({ placement } = await openForm(fixture.client()));
    const honest: Trust[] = [];
    for (const session of honestSessions) honest.push(await answer(session));
    process.stdout.write(`trust: farm ${JSON.stringify(figures(farm))}, honest ${JSON.stringify(figures(honest))}\n`);
    expect(figures(farm).max).toBeLessThanOrEqual(0.4);
    expect(honest.filter(({ score }) => score < 0.8)).toEqual([]);
    expect(honest).toHaveLength(100);
  });

  it.each(["python-requests/2.32.3", "node", "curl/8.9.1", "Go-http-client/2.0", ""])("is low for the user agent '%s'", async (agent) => {
    const { reasons, score } = await answer(person({ headers: { "user-agent": agent } }));
    expect([reasons, score]).toEqual([["bot_user_agent"], 0.3]);
  });

  it("treats answers sent with the start as given at once", async () => {
    const { said } = await visitor.start(placement, { answers: { why: "price", stars: 3 } });
    await visitor.change(placement, said.id, { outcome: "COMPLETE" });
    expect(await storedResponse(fixture, said.id)).toMatchObject({ trust_reasons: ["answered_too_fast"], trust_version: 3 });
  });

  it("falls with the 2nd, 5th and 20th answer of a visitor", async () => {
    const scores: number[] = [];
    for (let n = 0; n < 20; n += 1) scores.push((await answer(person(), { visitorId: "same" })).score);
    expect([0, 1, 4, 19].map((n) => scores[n])).toEqual([1, 0.8, 0.6, 0.4]);
  });

  it("falls if another visitor gave the same long text, ignoring case and punctuation", async () => {
    const long = (why: string) => answer(person({ answers: { why, stars: 3 } }));
    expect((await long("The delivery took far too long for me")).score).toBe(1);
    expect(await long("the delivery took FAR too long, for me!")).toEqual({ score: 0.8, reasons: ["same_text"] });
    for (const _again of [1, 2]) expect((await long("too expensive")).score).toBe(1);
  });

  it("counts responses that end at the same time", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => visitor.start(placement, { visitorId: "same" })));
    fixture.clock.advance(60_000);
    await Promise.all(all.map(({ said }) => visitor.change(placement, said.id, { answers: { why: "price" }, outcome: "COMPLETE" })));
    const scores = await Promise.all(all.map(async ({ said }) => Number((await storedResponse(fixture, said.id))?.trust_score)));
    expect(scores.filter((score) => score > 0)).toHaveLength(8);
    expect(scores.filter((score) => score === 1).length).toBeLessThanOrEqual(1);
  });

  it("ignores repetition after 30 days", async () => {
    await answer(person(), { visitorId: "same" });
    fixture.clock.advance(31 * 24 * 3_600_000);
    expect((await answer(person(), { visitorId: "same" })).score).toBe(1);
  });
});

describe("a shop's server", () => {
  const path = (id = "") => `/v1/collect/${placement.publicKey}/responses${id}`;
  const headersOf = (secret: string, method: string, at: string, body: string, time = fixture.clock.now()) => ({
    "user-agent": "node",
    "offergraph-server-signature": serverSignature(secret, { time: Math.floor(time.getTime() / 1000), method, path: at, body }),
  });

  it("is accepted by its signature: user agent and speed do not count", async () => {
    const secret = await rotateSecret(client, placement);
    const id = newId();
    const start = JSON.stringify({ id, visitorId: "v", answers: { why: "price", stars: 3 } });
    expect((await visitor.start(placement, start, { headers: headersOf(secret, "POST", path(), start) })).status).toBe(201);
    const end = JSON.stringify({ outcome: "COMPLETE" });
    expect((await visitor.change(placement, id, end, { headers: headersOf(secret, "PATCH", path(`/${id}`), end) })).status).toBe(200);
    expect(await storedResponse(fixture, id)).toMatchObject({ trust_score: 1, trust_reasons: [], network_hash: null, server_signed: true });
  });

  it("is rejected with a wrong, old or copied signature", async () => {
    const secret = await rotateSecret(client, placement);
    const body = JSON.stringify({ id: newId(), visitorId: "v" });
    const old = new Date(fixture.clock.now().getTime() - 301_000);
    const wrong = [
      headersOf("fps_other", "POST", path(), body),
      headersOf(secret, "PATCH", path(), body),
      headersOf(secret, "POST", path("/x"), body),
      headersOf(secret, "POST", path(), `${body} `),
      headersOf(secret, "POST", path(), body, old),
      { "offergraph-server-signature": "yes" },
    ];
    for (const headers of wrong) expect(wordsOf(await visitor.start(placement, body, { headers }))).toBe("401 SERVER_SIGNATURE_INVALID");
  });
});
