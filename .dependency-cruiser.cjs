/** Allowed imports, each rule with its reason. */
module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      comment: "Modules of a cycle cannot be understood, tested or loaded on their own.",
      from: { pathNot: "/generated/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "apps-never-import-apps",
      severity: "error",
      comment: "Each app is deployed on its own; code that two of them need belongs in packages/shared.",
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    {
      name: "shared-knows-no-app",
      severity: "error",
      comment: "packages/shared is independent of apps.",
      from: { path: "^packages/shared/" },
      to: { path: "^(apps|e2e|bench|packages/(local|sandbox-store))/" },
    },
    {
      name: "local-is-for-development",
      severity: "error",
      comment: "Embedded servers and the supervisor are not deployed; only tests and tools may use them.",
      from: { path: "^(apps|packages/shared)/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/(local|sandbox-store)/" },
    },
    {
      name: "domain-is-pure",
      severity: "error",
      comment:
        "Domain rules are tested without a database, server or network: domain imports only domain, shared errors, time and schema, and libraries without I/O.",
      from: { path: "^apps/[^/]+/src/domain/", pathNot: "\\.test\\.ts$" },
      to: {
        pathNot:
          "^apps/[^/]+/src/(domain|generated/types)|^packages/shared/src/(errors|time|schema)/|^node_modules/(decimal\\.js|uuid|css-what|ajv|transliteration)/",
      },
    },
    {
      name: "only-data-knows-the-database-client",
      severity: "error",
      comment: "Queries are scoped to a workspace in one place.",
      from: {
        path: "^apps/[^/]+/src/",
        pathNot: "^apps/[^/]+/src/(data|main|service|generated|testing|admin)|\\.test\\.ts$|^apps/gateway/src/keys/",
      },
      to: { path: "/generated/prisma/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "resolvers-do-no-io",
      severity: "error",
      comment: "A resolver loads (data), decides (domain) and emits (events); it creates no client.",
      from: { path: "^apps/[^/]+/src/graphql/", pathNot: "\\.test\\.ts$" },
      to: { path: "^node_modules/(pg|@prisma|@nats-io|undici)/|^node:(net|http|https|fs)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "one-importer-of-the-federation-engine",
      severity: "error",
      comment: "Only supergraph/engine.ts and compose.ts depend on the federation engine, so that it can be replaced.",
      from: {
        path: "^apps/gateway/src/",
        pathNot: "^apps/gateway/src/supergraph/(engine|compose)\\.ts$|\\.test\\.ts$|/engine-tests/|/testing/",
      },
      to: { path: "^node_modules/@apollo/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "gateway-does-not-import-subgraph-runtime",
      severity: "error",
      comment: "The gateway has no domain knowledge: fields, levels, costs and bounds come from the supergraph.",
      from: { path: "^apps/gateway/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/shared/src/(filters|subgraph|events|outbox)/" },
    },
    {
      name: "not-to-test",
      severity: "error",
      comment: "Production code does not import tests.",
      from: { pathNot: "\\.(test|e2e)\\.ts$|/testing/|^e2e/|^bench/|/engine-tests/" },
      to: { path: "\\.(test|e2e)\\.ts$" },
    },
    {
      name: "not-to-unresolvable",
      severity: "error",
      comment: "An import that cannot be resolved fails at run time.",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["source", "import", "node", "default"],
      extensions: [".ts", ".js", ".json"],
    },
  },
};
