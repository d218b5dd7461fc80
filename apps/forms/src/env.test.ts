import { expect, it } from "vitest";
import { readSettings } from "./env.js";

const needed = { DATABASE_URL: "postgres://f@localhost/f", NATS_URL: "nats://localhost", GATEWAY_SIGNING_KEY: "k".repeat(32) };

it("defaults to a day until abandonment and a wait of 2 s for rewards", () =>
  expect(readSettings(needed)).toMatchObject({ RESPONSE_ABANDONED_AFTER_MINUTES: 1_440, REWARD_WAIT_MS: 2_000 }));

it("accepts 0 to disable the wait", () => expect(readSettings({ ...needed, REWARD_WAIT_MS: "0" }).REWARD_WAIT_MS).toBe(0));

it.each([
  ["PUBLIC_URL", "ftp://shop.example"],
  ["RESPONSE_ABANDONED_AFTER_MINUTES", "0"],
  ["RESPONSE_ABANDONED_AFTER_MINUTES", "1.5"],
  ["REWARD_WAIT_MS", "-1"],
  ["REWARD_WAIT_MS", "10001"],
])("rejects %s=%s by name", (name, value) => expect(() => readSettings({ ...needed, [name]: value })).toThrow(name));
