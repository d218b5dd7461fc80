// `npm run prove [-- factor]` runs each property test `factor` times as often as `npm test`. The default value of `factor` is 20.
// `npm run prove -- <name>` runs scripts/prove-<name>.ts for each name in `scripts` (docs/testing.md and docs/proofs.md).
// `npm run prove -- telemetry` checks the alert rules with promtool and the dashboards with Prometheus. `npm run prove -- trace` records the
// trace in docs/telemetry.md. `npm run prove -- webhooks` runs the integration test of a faulty webhook receiver with 2,000 events.
// `npm run prove -- examples` installs and runs the examples that need many packages.
import { spawnSync } from "node:child_process";
import { ensureInstalled } from "./ensure-installed.mjs";

await ensureInstalled();
const { prepare } = await import("./prepare.mjs");
const [what, ...options] = process.argv.slice(2);
// The proofs `images` and `rolling` start the built services.
await prepare(["images", "rolling"].includes(what) ? "build" : "generate");
const proofs = ["two-of-everything", "faults", "fairness", "partial-failure", "soak"];
const scripts = ["grants", "memory", "jobs", "rolling", "restore", "images", "supply-chain", "dashboards", ...proofs];
if (scripts.includes(what)) {
  const { status } = spawnSync("npx", ["tsx", "--conditions=source", `scripts/prove-${what}.ts`, ...options], { stdio: "inherit" });
  process.exit(status ?? 1);
}
if (what === "webhooks") {
  const words = ["vitest", "run", "--project", "int", "apps/workspace/src/services/webhooks/faulty-receiver"];
  const { status } = spawnSync("npx", words, { stdio: "inherit", env: { ...process.env, WEBHOOK_EVENTS: "2000" } });
  process.exit(status ?? 1);
}
if (what === "telemetry" || what === "trace") {
  const env = { ...process.env, [`PROVE_${what.toUpperCase()}`]: "1" };
  const { status } = spawnSync("npx", ["vitest", "run", "--project", "e2e", `e2e/${what}.e2e.ts`], { stdio: "inherit", env });
  process.exit(status ?? 1);
}
if (what === "examples") {
  const words = ["vitest", "run", "--project", "e2e", "e2e/examples-installed"];
  const { status } = spawnSync("npx", words, { stdio: "inherit", env: { ...process.env, PROVE_EXAMPLES: "1" } });
  process.exit(status ?? 1);
}
const factor = Number(what ?? 20);
const runs = { FILTER_RUNS: 1_000, PAGING_RUNS: 100, OFFERGRAPH_OPERATIONS: 1_500, HOSTILE_DOCUMENTS: 250 };
const env = Object.fromEntries(Object.entries(runs).map(([name, count]) => [name, String(count * factor)]));
const files = [
  [
    "--project",
    "unit-long",
    "apps/gateway/src/supergraph/testing",
    "apps/gateway/src/supergraph/audit",
    "packages/service/src/subgraph/compile",
  ],
  ["--project", "int", "packages/service/src/filters", "apps/discounts/src/graphql/Query"],
];
for (const words of files) {
  const { status } = spawnSync("npx", ["vitest", "run", "--testTimeout", "1800000", ...words], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}
