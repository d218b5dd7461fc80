import { setTimeout as wait } from "node:timers/promises";
import { newKey as freshKeyText } from "@offergraph/shared/access/api-key";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Answer, summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";

const query = "{ items { totalCount } }";
const countOf = (answers: Answer[], verdict: string) => answers.filter((answer) => summaryOf(answer) === verdict).length;

describe("the limits", () => {
  let gateway: TestGateway;
  afterEach(() => gateway.stop());
  const times = <Result>(count: number, work: () => Promise<Result>) => Promise.all(Array.from({ length: count }, work));

  it("of an address: by default the 201st request in its window is the first refused, whatever keys came", async () => {
    gateway = await testGateway({ RATE_LIMIT_PER_IP: "200" });
    const keys = [(await gateway.newKey()).key, (await gateway.newKey()).key];
    const answers: Answer[] = [];
    for (let index = 0; index < 200; index++) answers.push(await gateway.ask(keys[index % 2] ?? "", query));
    expect(countOf(answers, "200 ok")).toBe(200);
    const refused = await gateway.ask(keys[0] ?? "", query);
    expect(summaryOf(refused)).toBe("429 RATE_LIMITED");
    expect(refused.headers).toMatchObject({ "ratelimit-limit": "200", "ratelimit-remaining": "0" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.headers["retry-after"]).toBe(refused.headers["ratelimit-reset"]);
    // The gateway checks the limit per address before the API key.
    expect(summaryOf(await gateway.send({ headers: { authorization: "Bearer a", "x-api-key": "b" } }))).toBe("429 RATE_LIMITED");
    expect((await gateway.send({ method: "GET", path: "/health/live" })).status).toBe(200);
  });

  it("of an address: refused requests count as any other, and 40 at once on a limit of 25 let 25 pass", async () => {
    gateway = await testGateway({ RATE_LIMIT_PER_IP: "25" });
    const answers = await times(40, () => gateway.send({ body: { query } }));
    expect(countOf(answers, "401 api_key_missing")).toBe(25);
    expect(countOf(answers, "429 RATE_LIMITED")).toBe(15);
  });

  it("of an address: behind a trusted proxy each caller has their own", async () => {
    gateway = await testGateway({ RATE_LIMIT_PER_IP: "2", TRUSTED_PROXIES: "loopback" });
    const from = async (address: string) => summaryOf(await gateway.send({ headers: { "x-forwarded-for": address } }));
    expect([await from("198.51.100.1"), await from("::ffff:198.51.100.1"), await from("198.51.100.1")].at(-1)).toBe("429 RATE_LIMITED");
    expect(await from("198.51.100.2")).toBe("401 api_key_missing");
    expect(await from("198.51.100.1, 198.51.100.3")).toBe("401 api_key_missing");
  });

  it("of an address: an IPv6 network of 64 bits has one limit, and no other network's", async () => {
    gateway = await testGateway({ RATE_LIMIT_PER_IP: "1", TRUSTED_PROXIES: "loopback" });
    const from = async (address: string) => summaryOf(await gateway.send({ headers: { "x-forwarded-for": address } }));
    expect([await from("2001:db8:0:1::1"), await from("2001:db8:0:1:8000::2")]).toEqual(["401 api_key_missing", "429 RATE_LIMITED"]);
    expect([await from("2001:db8:0:2::1"), await from("2002:c633:6409::1")]).toEqual(["401 api_key_missing", "401 api_key_missing"]);
    expect([await from("198.51.100.9"), await from("64:ff9b::c633:6409")]).toEqual(["429 RATE_LIMITED", "429 RATE_LIMITED"]);
  });

  it("of an address: X-Forwarded-For from anyone else counts for nothing", async () => {
    gateway = await testGateway({ RATE_LIMIT_PER_IP: "2" });
    const answers = await times(3, () => gateway.send({ headers: { "x-forwarded-for": `198.51.100.${Math.random()}` } }));
    expect(countOf(answers, "429 RATE_LIMITED")).toBe(1);
  });

  it("of a key: exact at once, its own number in place of the setting, each key by itself", async () => {
    gateway = await testGateway({ RATE_LIMIT_PER_KEY: "5" });
    const plain = await gateway.newKey();
    const own = await gateway.newKey({ limitPerMinute: 25 });
    const [first, second] = await Promise.all([
      times(10, () => gateway.ask(plain.key, query)),
      times(40, () => gateway.ask(own.key, query)),
    ]);
    expect([countOf(first, "200 ok"), countOf(first, "429 rate_limited")]).toEqual([5, 5]);
    expect([countOf(second, "200 ok"), countOf(second, "429 rate_limited")]).toEqual([25, 15]);
    expect(second[0]?.headers["ratelimit-limit"]).toBe("25");
    const refused = await gateway.send({ headers: { authorization: `Bearer ${own.key}` }, body: "{" });
    expect(summaryOf(refused)).toBe("429 rate_limited");
    expect(refused.headers).toMatchObject({ "ratelimit-limit": "25", "ratelimit-remaining": "0" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("of a key: switched off by 0, but for keys that have their own", async () => {
    gateway = await testGateway({ RATE_LIMIT_PER_KEY: "0" });
    const plain = await gateway.ask((await gateway.newKey()).key, query);
    expect(plain.headers).not.toHaveProperty("ratelimit-limit");
    const own = await gateway.newKey({ limitPerMinute: 1 });
    expect((await gateway.ask(own.key, query)).headers).toMatchObject({ "ratelimit-limit": "1", "ratelimit-remaining": "0" });
    expect(summaryOf(await gateway.ask(own.key, query))).toBe("429 rate_limited");
  });

  it("are in every response's headers: the address's until the key is known, then the key's", async () => {
    gateway = await testGateway({ RATE_LIMIT_PER_IP: "50", RATE_LIMIT_PER_KEY: "10" });
    const { key } = await gateway.newKey();
    expect((await gateway.send({ body: { query } })).headers).toMatchObject({ "ratelimit-limit": "50", "ratelimit-remaining": "49" });
    expect((await gateway.ask(key, query)).headers).toMatchObject({ "ratelimit-limit": "10", "ratelimit-remaining": "9" });
    const invalid = await gateway.send({ headers: { authorization: `Bearer ${key}` }, body: "{" });
    expect(invalid.headers).toMatchObject({ "ratelimit-limit": "10", "ratelimit-remaining": "8" });
    expect(Number(invalid.headers["ratelimit-reset"])).toBeLessThanOrEqual(60);
  });

  it("of failed attempts: exact at once for a key text of any form, other texts unharmed", async () => {
    gateway = await testGateway({ RATE_LIMIT_FAILED_KEY: "25" });
    for (const text of ["nonsense", freshKeyText("SECRET")]) {
      const answers = await times(40, () => gateway.ask(text, query));
      expect([countOf(answers, "401 api_key_invalid"), countOf(answers, "429 rate_limited")]).toEqual([25, 15]);
      expect(summaryOf(await gateway.ask(text, query))).toBe("429 rate_limited");
    }
    expect(summaryOf(await gateway.ask("another", query))).toBe("401 api_key_invalid");
  });

  it("of failed attempts: valid keys, missing keys and other refusals do not count", async () => {
    gateway = await testGateway({ RATE_LIMIT_FAILED_KEY: "2", RATE_LIMIT_PER_KEY: "0" });
    const { key } = await gateway.newKey({ level: "READ" });
    const publishable = await gateway.newKey({ kind: "PUBLISHABLE", level: "READ" });
    for (let index = 0; index < 4; index++) {
      expect(summaryOf(await gateway.ask(key, query))).toBe("200 ok");
      expect(summaryOf(await gateway.ask(key, 'mutation { make(title: "a") { id } }'))).toBe("403 access_level_insufficient");
      expect(summaryOf(await gateway.ask(publishable.key, query))).toBe("403 secret_key_required");
      expect(summaryOf(await gateway.send({ body: { query } }))).toBe("401 api_key_missing");
    }
  });

  it("of failed attempts: only requests after the revocation count", async () => {
    gateway = await testGateway({ RATE_LIMIT_FAILED_KEY: "1" });
    const { key, keyId } = await gateway.newKey();
    expect(summaryOf(await gateway.ask(key, query))).toBe("200 ok");
    await gateway.store.revokeKey(gateway.workspaceId, keyId);
    expect(summaryOf(await gateway.ask(key, query))).toBe("401 api_key_invalid");
    expect(summaryOf(await gateway.ask(key, query))).toBe("429 rate_limited");
  });

  it("end with their windows", async () => {
    gateway = await testGateway({ RATE_LIMIT_PER_IP: "1" }, { windowSeconds: 2 });
    expect(summaryOf(await gateway.send({}))).toBe("401 api_key_missing");
    // On a slow machine, the window may end between two requests.
    const refused = await vi.waitFor(async () => {
      const answer = await gateway.send({});
      expect(summaryOf(answer)).toBe("429 RATE_LIMITED");
      return answer;
    }, polling);
    // After the time in Retry-After, a new window has started.
    await wait(Number(refused.headers["retry-after"]) * 1000);
    expect(summaryOf(await gateway.send({}))).toBe("401 api_key_missing");
  });
});
