import { createRequire } from "node:module";
import { defineConfig } from "vitest/config";

// The packages of this workspace are loaded from src. Like Node, all modules must load the same copy of graphql.
const graphql = createRequire(import.meta.url).resolve("graphql");
const shared = {
  resolve: { conditions: ["source"], alias: [{ find: /^graphql$/, replacement: graphql }] },
  ssr: { resolve: { conditions: ["source"] } },
  // Environment of globalSetup.
  environments: { __vitest__: { resolve: { conditions: ["source"] } } },
};

// The timeouts are long, because some machines are slow or busy. They cost time only if a test fails.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    teardownTimeout: 120_000,
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: ["{apps,packages}/**/*.test.ts"],
          exclude: ["**/*.int.test.ts", "**/node_modules/**", "**/dist/**"],
          globalSetup: ["scripts/prepare.mjs"],
          // The test files of a worker share modules, which halves the CPU time. A test file that needs new modules calls vi.resetModules.
          isolate: false,
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
          // As in the unit tests. Loading the modules again for each file took a third of the time.
          isolate: false,
          setupFiles: ["packages/testkit/src/restore-globals.ts"],
          ...timeouts,
        },
      },
      {
        ...shared,
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.ts"],
          // Under the condition `source`, these packages export TypeScript files, which Node cannot run. Inlining transpiles these files.
          server: { deps: { inline: [/@modelcontextprotocol\/sdk/, /eventsource-parser/] } },
          globalSetup: ["scripts/prepare.mjs", "e2e/setup.ts"],
          ...timeouts,
          fileParallelism: false,
        },
      },
    ],
  },
});
