import { describe, expect, it } from "vitest";
import { gatewayEnv } from "./env.js";

const least = { DATABASE_URL: "postgres://localhost/gateway", GATEWAY_SIGNING_KEY: "k".repeat(32) };

describe("the gateway's settings", () => {
  it("have the documented defaults", () => {
    expect(gatewayEnv(least)).toMatchObject({
      ...{ PORT: 4000, RATE_LIMIT_PER_IP: 200, RATE_LIMIT_PER_KEY: 600, RATE_LIMIT_FAILED_KEY: 60, RATE_LIMIT_PUBLIC: 600 },
      ...{
        MAX_DEPTH: 12,
        MAX_TOKENS: 2000,
        MAX_ALIASES: 15,
        MAX_NESTING: 64,
        MAX_OVERLAPS: 5_000,
        MAX_INPUT_MEMBERS: 10_000,
        MAX_COST: 50_000,
        MAX_ERRORS: 50,
        MAX_BODY_BYTES: 1_048_576,
      },
      ...{ CORS_ORIGINS: [], TRUSTED_PROXIES: [], SUBGRAPHS: [] },
    });
  });
  it("take lists with commas or spaces", () => {
    const env = gatewayEnv({
      ...least,
      SUBGRAPHS: "forms=http://a:1/graphql|http://b:1/graphql, orders=https://c/graphql workspace",
      CORS_ORIGINS: "https://a.example,http://localhost:3000",
      TRUSTED_PROXIES: "loopback 10.0.0.0/8",
    });
    expect(env.SUBGRAPHS).toEqual([
      { name: "forms", url: "http://a:1/graphql|http://b:1/graphql" },
      { name: "orders", url: "https://c/graphql" },
      { name: "workspace", url: undefined },
    ]);
    expect(env.CORS_ORIGINS).toEqual(["https://a.example", "http://localhost:3000"]);
    expect(env.TRUSTED_PROXIES).toEqual(["loopback", "10.0.0.0/8"]);
  });
  it("that are invalid are reported together, by name, without values", () => {
    const wrong = {
      GATEWAY_SIGNING_KEY: "short",
      SUBGRAPHS: "forms=nowhere",
      CORS_ORIGINS: "*",
      TRUSTED_PROXIES: "everyone",
      RATE_LIMIT_PER_IP: "-1",
      MAX_COST: "0",
    };
    const read = () => gatewayEnv({ ...least, ...wrong });
    for (const name of Object.keys(wrong)) expect(read).toThrow(name);
    expect(read).not.toThrow(/short|everyone/);
    expect(() => gatewayEnv({ ...least, SUBGRAPHS: "forms=http://a/graphql forms=http://b/graphql" })).toThrow("once");
  });
});
