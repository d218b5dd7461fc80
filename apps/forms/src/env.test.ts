import { expect, it } from "vitest";
import { readSettings } from "./env.js";

const needed = { DATABASE_URL: "postgres://f@localhost/f", NATS_URL: "nats://localhost", GATEWAY_SIGNING_KEY: "k".repeat(32) };

it("gives responses up after a day and waits 2 s for rewards unless told otherwise", () =>
  expect(readSettings(needed)).toMatchObject({ RESPONSE_LEFT_AFTER_MINUTES: 1_440, GRANTS_WAIT_MS: 2_000 }));

it("takes 0 for not waiting at all", () => expect(readSettings({ ...needed, GRANTS_WAIT_MS: "0" }).GRANTS_WAIT_MS).toBe(0));

it.each([
  ["PUBLIC_URL", "ftp://shop.example"],
  ["RESPONSE_LEFT_AFTER_MINUTES", "0"],
  ["RESPONSE_LEFT_AFTER_MINUTES", "1.5"],
  ["GRANTS_WAIT_MS", "-1"],
  ["GRANTS_WAIT_MS", "10001"],
])("refuses %s=%s by name", (name, value) => expect(() => readSettings({ ...needed, [name]: value })).toThrow(name));
