const tests = "\\.(test|e2e)\\.ts$|/testing/";

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
      comment: "Each app is deployed alone; what two of them need lives in packages/service or packages/shared.",
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    {
      name: "shared-knows-no-service",
      severity: "error",
      comment: "packages/shared is what the gateway needs too; it is below every other package.",
      from: { path: "^packages/shared/", pathNot: tests },
      to: { path: "^(apps|e2e|bench|packages/(service|testkit|dev-stack|sandbox-store))/" },
    },
    {
      name: "service-knows-no-app",
      severity: "error",
      comment: "packages/service is the services' runtime and is below every app.",
      from: { path: "^packages/service/", pathNot: tests },
      to: { path: "^(apps|e2e|bench|packages/(testkit|dev-stack|sandbox-store))/" },
    },
    {
      name: "production-never-imports-test-support",
      severity: "error",
      comment: "Test support and the development stack are not part of what is deployed.",
      from: { path: "^(apps|packages/(shared|service))/", pathNot: tests },
      to: { path: "^packages/(testkit|dev-stack|sandbox-store)/|/testing/" },
    },
    {
      name: "domain-is-pure",
      severity: "error",
      comment:
        "Domain rules are tested without a database, server or network: domain imports only domain, shared errors, time and schema, and libraries without I/O.",
      from: { path: "^apps/[^/]+/src/domain/", pathNot: "\\.test\\.ts$" },
      to: {
        pathNot:
          "^apps/[^/]+/src/(domain|generated/(types|stored-enums))|^packages/shared/src/(contracts|errors|time|schema)/|^node_modules/(decimal\\.js|uuid|css-what|ajv|transliteration)/",
      },
    },
    {
      name: "only-db-knows-the-database-client",
      severity: "error",
      comment: "Every statement is in db/, so that a reader finds all of them in one room.",
      from: {
        path: "^apps/[^/]+/src/",
        pathNot: `^apps/[^/]+/src/(db/|generated/|(service|main|tx)\\.ts$|cli/program\\.ts$)|${tests}|^apps/gateway/`,
      },
      to: { path: "/generated/prisma/|^packages/service/src/db/statement", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "db-knows-no-use-case",
      severity: "error",
      comment: "Statements know the tables and the domain's types, not who runs them.",
      from: { path: "^apps/(discounts|forms|incentives|orders)/src/db/", pathNot: tests },
      to: { path: "^apps/[^/]+/src/(services|graphql|http|consumers|jobs|cli)/" },
    },
    {
      name: "services-know-no-entrance",
      severity: "error",
      comment: "A use case is called by GraphQL, HTTP, consumers, jobs and the CLI; it does not know by which of them.",
      from: { path: "^apps/(discounts|forms|incentives|orders)/src/services/", pathNot: tests },
      to: { path: "^apps/[^/]+/src/(graphql|http|consumers|jobs|cli)/" },
    },
    {
      name: "entrances-do-not-know-each-other",
      severity: "error",
      comment: "Code that two entry points need is a use case and belongs in services/.",
      from: { path: "^apps/(discounts|forms|incentives|orders)/src/(graphql|http|consumers|jobs|cli)/", pathNot: tests },
      to: { path: "^apps/[^/]+/src/(graphql|http|consumers|jobs|cli)/", pathNot: "^apps/[^/]+/src/$2/" },
    },
    {
      name: "resolvers-do-no-io",
      severity: "error",
      comment: "A resolver calls services and db; it makes no client.",
      from: { path: "^apps/[^/]+/src/graphql/", pathNot: "\\.test\\.ts$" },
      to: { path: "^node_modules/(pg|@prisma|@nats-io|undici)/|^node:(net|http|https|fs)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "one-importer-of-the-federation-engine",
      severity: "error",
      comment: "Only supergraph/engine.ts and compose.ts depend on the federation engine, so that it can be replaced.",
      from: {
        path: "^apps/gateway/src/",
        pathNot: "^apps/gateway/src/supergraph/(engine|compose)\\.ts$|\\.test\\.ts$|/testing/",
      },
      to: { path: "^node_modules/@apollo/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the-gateway-is-no-service",
      severity: "error",
      comment: "The gateway knows no domain and has no events: of the services' runtime it uses the database of its keys only.",
      from: { path: "^apps/gateway/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/service/src/", pathNot: "^packages/service/src/(db|cli)/" },
    },
    {
      name: "not-to-test",
      severity: "error",
      comment: "Production code does not import tests.",
      from: { pathNot: "\\.(test|e2e)\\.ts$|/testing/|^e2e/|^bench/" },
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
