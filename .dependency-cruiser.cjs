/** Who imports whom. Each rule says why it is there; docs/adr and apps' READMEs lean on them. */
module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      comment: "A cycle cannot be read, tested or loaded in one direction.",
      from: { pathNot: "/generated/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "apps-never-import-apps",
      severity: "error",
      comment: "Each app is deployed alone; what two of them need lives in packages/shared.",
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    {
      name: "shared-knows-no-app",
      severity: "error",
      comment: "packages/shared is below every app.",
      from: { path: "^packages/shared/" },
      to: { path: "^(apps|e2e|bench|packages/(local|sandbox-store))/" },
    },
    {
      name: "local-is-for-development",
      severity: "error",
      comment: "Embedded servers and the supervisor are not part of what is deployed; only tests and tools may use them.",
      from: { path: "^(apps|packages/shared)/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/(local|sandbox-store)/" },
    },
    {
      name: "domain-is-pure",
      severity: "error",
      comment:
        "Rules are tested without a database, a server or a network: domain imports domain, shared rules of errors, time and shapes, and libraries that only compute.",
      from: { path: "^apps/[^/]+/src/domain/", pathNot: "\\.test\\.ts$" },
      to: {
        pathNot:
          "^apps/[^/]+/src/(domain|generated/types)|^packages/shared/src/(errors|time|schema)/|^node_modules/(decimal\\.js|uuid|css-what|ajv|transliteration)/",
      },
    },
    {
      name: "only-data-knows-the-database-client",
      severity: "error",
      comment: "Every query passes the one place where it is scoped to a workspace.",
      from: {
        path: "^apps/[^/]+/src/",
        pathNot: "^apps/[^/]+/src/(data|main|service|generated|testing|admin)|\\.test\\.ts$|^apps/gateway/src/keys/",
      },
      to: { path: "/generated/prisma/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "resolvers-do-no-io-of-their-own",
      severity: "error",
      comment: "A resolver loads (data), decides (domain) and publishes (events); it makes no client.",
      from: { path: "^apps/[^/]+/src/resolvers/", pathNot: "\\.test\\.ts$" },
      to: { path: "^node_modules/(pg|@prisma|@nats-io|undici)/|^node:(net|http|https|fs)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "one-importer-of-the-federation-engine",
      severity: "error",
      comment: "The federation engine can be exchanged by exchanging one folder's door: supergraph/engine.ts (and composition next to it).",
      from: {
        path: "^apps/gateway/src/",
        pathNot: "^apps/gateway/src/supergraph/(engine|compose)\\.ts$|\\.test\\.ts$|/engine-tests/|/testing/",
      },
      to: { path: "^node_modules/@apollo/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the-gateway-takes-little-from-shared",
      severity: "error",
      comment: "The gateway knows no domain: it learns fields, levels, costs and bounds from the supergraph.",
      from: { path: "^apps/gateway/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/shared/src/(filters|subgraph|events|outbox)/" },
    },
    {
      name: "not-to-test",
      severity: "error",
      comment: "What runs does not import what tests it.",
      from: { pathNot: "\\.(test|e2e)\\.ts$|/testing/|^e2e/|^bench/|/engine-tests/" },
      to: { path: "\\.(test|e2e)\\.ts$" },
    },
    {
      name: "not-to-unresolvable",
      severity: "error",
      comment: "An import that leads nowhere fails at run time.",
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
