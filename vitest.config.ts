import { createRequire } from "node:module";
import { defineConfig } from "vitest/config";

// Workspace packages resolve from source; graphql must be one copy, whoever imports it: the one that Node gives to everyone.
const graphql = createRequire(import.meta.url).resolve("graphql");
const shared = {
  resolve: { conditions: ["source"], alias: [{ find: /^graphql$/, replacement: graphql }] },
  ssr: { resolve: { conditions: ["source"] } },
  // Where vitest runs a globalSetup.
  environments: { __vitest__: { resolve: { conditions: ["source"] } } },
};

// How long is waited for what does not come. Far beyond what anything takes, since machines are slow or busy: it costs nothing but when a test fails.
const patience = { testTimeout: 300_000, hookTimeout: 300_000 };

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
          ...patience,
        },
      },
      {
        ...shared,
        test: {
          name: "int",
          include: ["{apps,packages}/**/*.int.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**"],
          globalSetup: ["scripts/prepare.mjs", "packages/local/src/testing/servers.ts"],
          ...patience,
        },
      },
      {
        ...shared,
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.ts"],
          // The MCP client's parser brings sources along, which Node cannot run where it finds them by the condition of our own.
          server: { deps: { inline: [/@modelcontextprotocol\/sdk/, /eventsource-parser/] } },
          globalSetup: ["scripts/prepare.mjs", "e2e/setup.ts"],
          ...patience,
          fileParallelism: false,
        },
      },
    ],
  },
});
