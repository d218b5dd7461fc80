import { expect, it } from "vitest";
import type { Figures } from "./compare.js";
import { gatewayLimits } from "./gateway-limits.js";

const figures = (cpu: Figures["cpu"]): Figures => ({ cpu, requestsPerSecond: 1, p50: 1, p99: 1, range: [1, 1] });
const limitsOf = (measured: Parameters<typeof gatewayLimits>[0], unavailable = new Map<string, string>()) =>
  gatewayLimits(measured, unavailable);

it("compares the CPU of a write outside PostgreSQL with PostgreSQL's own", () => {
  const create = { "this gateway": figures({ gateway: 600, services: 2_000, postgres: 2_000, nats: 400, all: 5_000 }) };
  const [limit] = limitsOf({ create }).filter(({ text }) => text.startsWith("CPU of create_discount_code outside PostgreSQL"));
  expect(limit).toMatchObject({ value: 1.5, atMost: 2, unit: "×" });
});

it("keeps the limits without a value, and names the missing peer", () => {
  const limits = limitsOf({}, new Map([["Grafbase", "no network"]]));
  expect(limits.every(({ value }) => Number.isNaN(value))).toBe(true);
  expect(limits).toHaveLength(15);
  expect(limits.find(({ text }) => text === "gateway CPU of a list, compared with Grafbase")?.note).toContain("no network");
  expect(limits.find(({ text }) => text === "gateway CPU of a list, compared with @apollo/gateway")?.note).toBeUndefined();
});
