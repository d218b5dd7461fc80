import { createRequire } from "node:module";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { polling } from "./packages/testkit/src/timeouts.js";

// Tests load the packages of this repository from src. The alias makes all modules load the same copy of graphql.
const graphql = createRequire(import.meta.url).resolve("graphql");
const shared = {
  resolve: { conditions: ["source"], alias: [{ find: /^graphql$/, replacement: graphql }] },
  ssr: { resolve: { conditions: ["source"] } },
  // Environment of globalSetup.
  environments: { __vitest__: { resolve: { conditions: ["source"] } } },
};

// The timeouts are long, because some machines are slow or busy.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 };

/**
 * Unit tests that take long, because most of them compare many random inputs with a reference implementation. `npm run check` leaves these
 * tests to `npm test`.
 */
const long = [
  "apps/gateway/src/supergraph/{audit,testing}/**/*.test.ts",
  "apps/forms/src/services/qr/{combinations,readable}.test.ts",
  "apps/forms/src/services/surveys/check-{model,shape}.test.ts",
  "packages/service/src/subgraph/compile.test.ts",
];

/** End-to-end tests that run alone, because they kill a shared process or wait until the system is idle. */
const alone = ["e2e/cli.e2e.ts", "e2e/mcp-operations.e2e.ts"];
const endToEnd = {
  // Under the condition `source`, these packages export TypeScript files, which Node cannot run. vitest transpiles the TypeScript files of
  // inlined packages.
  server: { deps: { inline: [/@modelcontextprotocol\/sdk/, /eventsource-parser/] } },
  globalSetup: ["scripts/prepare.mjs", "e2e/setup.ts"],
  // The test files of a worker share modules and a process.
  isolate: false,
  setupFiles: ["packages/testkit/src/restore-globals.ts"],
  expect: { poll: polling },
  ...timeouts,
};

/**
 * The slowest test files. vitest would start these files late, because they contain few lines, and all other workers would then wait for
 * the last file.
 */
const slow = [
  ...["grants-chaos.e2e.ts", "demo.e2e.ts", "docs.e2e.ts", "lifecycle.e2e.ts", "studio.e2e.ts"],
  ...["import.int.test.ts", "streams.int.test.ts", "scheduled-status.races.int.test.ts", "attribution/attribution.int.test.ts"],
  ...["list_orders.int.test.ts", "ingest/concurrency.int.test.ts"],
];

/** Runs slow test files first, and all other files in the order of vitest. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.some((name) => moduleId.endsWith(`/${name}`));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    teardownTimeout: 120_000,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: ["{apps,packages,bench,checks,e2e}/**/*.test.ts"],
          exclude: ["**/*.int.test.ts", "**/node_modules/**", "**/dist/**", ...long],
          globalSetup: ["scripts/prepare.mjs"],
          // The test files of a worker share modules, which halves the CPU time. A test file that needs new modules calls vi.resetModules.
          isolate: false,
          // Node cannot load these packages, because they import JSON files without an import attribute.
          server: { deps: { inline: [/@actions\//] } },
          setupFiles: ["packages/testkit/src/restore-globals.ts"],
          ...timeouts,
        },
      },
      {
        ...shared,
        test: {
          name: "unit-long",
          include: long,
          globalSetup: ["scripts/prepare.mjs"],
          isolate: false,
          // Runs before the integration tests, because a worker that changes to another project loads all modules again.
          sequence: { groupOrder: 0 },
          setupFiles: ["packages/testkit/src/restore-globals.ts"],
          ...timeouts,
        },
      },
      {
        ...shared,
        test: {
          name: "int",
          include: ["{apps,packages}/**/*.int.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**"],
          globalSetup: ["scripts/prepare.mjs", "packages/dev-stack/src/testing/servers.ts"],
          // The test files of a worker share modules, which saves a third of the time.
          isolate: false,
          setupFiles: ["packages/testkit/src/restore-globals.ts"],
          sequence: { groupOrder: 1 },
          ...timeouts,
        },
      },
      {
        ...shared,
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.ts"],
          exclude: alone,
          ...endToEnd,
          // The tests often wait for the system, so two files run at the same time.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        ...shared,
        test: { name: "e2e-alone", include: alone, ...endToEnd, fileParallelism: false, sequence: { groupOrder: 3 } },
      },
    ],
  },
});
