const tests = "\\.(test|e2e)\\.ts$|/testing/";

/** Rules for imports between modules. */
module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      comment: "Modules in an import cycle cannot be understood, tested or loaded separately.",
      from: { pathNot: "/generated/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "apps-never-import-apps",
      severity: "error",
      comment: "Each app is deployed separately. Code that several apps need belongs in packages/service or packages/shared.",
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    {
      name: "a-start-needs-no-check",
      severity: "error",
      comment: "`npm start` does not install the dependencies of the workspace checks, so apps and packages must not import checks.",
      from: { path: "^(apps|packages)/" },
      to: { path: "^checks/" },
    },
    {
      name: "shared-knows-no-service",
      severity: "error",
      comment: "The gateway and all services import packages/shared, so packages/shared must not import apps or other packages.",
      from: { path: "^packages/shared/", pathNot: tests },
      to: { path: "^(apps|e2e|bench|packages/(service|testkit|dev-stack|sandbox-store))/" },
    },
    {
      name: "service-knows-no-app",
      severity: "error",
      comment: "packages/service is the runtime of all services, so packages/service must not import apps or test support.",
      from: { path: "^packages/service/", pathNot: tests },
      to: { path: "^(apps|e2e|bench|packages/(testkit|dev-stack|sandbox-store))/" },
    },
    {
      name: "production-never-imports-test-support",
      severity: "error",
      comment: "Test support and the development stack are not deployed, so production code must not import their modules.",
      from: { path: "^(apps|packages/(shared|service))/", pathNot: tests },
      to: { path: "^packages/(testkit|dev-stack|sandbox-store)/|/testing/" },
    },
    {
      name: "the-cli-needs-only-the-api",
      severity: "error",
      comment: "The CLI runs outside this repository, so the CLI must not import apps, database code or NATS code.",
      from: { path: "^packages/cli/", pathNot: tests },
      to: {
        path: "^(apps|e2e|bench|packages)/",
        pathNot:
          "^packages/cli/|^packages/sdk/src/|^packages/shared/src/cli/(output|stop-request)\\.ts$|^packages/shared/src/access/dry-run\\.ts$|^packages/shared/src/errors/warning\\.ts$|^packages/service/src/outbound/signature\\.ts$",
      },
    },
    {
      name: "the-load-test-needs-only-the-api",
      severity: "error",
      comment: "The load test runs against any API, so the load test must not import apps, services or the test system.",
      from: { path: "^bench/load/" },
      to: {
        path: "^(apps|e2e|bench|packages)/",
        pathNot: "^bench/load/|^packages/shared/src/cli/(output|stop-request)\\.ts$",
      },
    },
    {
      name: "the-sdk-needs-nothing",
      severity: "error",
      comment:
        "The SDK runs outside this repository, in browsers, workers and Node. The SDK must not import built-in Node modules, npm libraries or other packages of this repository.",
      from: { path: "^packages/sdk/src/", pathNot: tests },
      to: { pathNot: "^packages/sdk/src/" },
    },
    {
      name: "the-studio-is-a-client-of-the-api",
      severity: "error",
      comment: "The studio uses only the public API. The studio may import the SDK, but no app and no other package.",
      from: { path: "^packages/studio/" },
      to: { path: "^(apps|e2e|bench|packages)/", pathNot: "^packages/(studio|sdk)/" },
    },
    {
      name: "domain-is-pure",
      severity: "error",
      comment:
        "Domain code must be testable without a database, server or network. Domain code may import only domain code, libraries without I/O, and the contracts, errors, time and schema modules of packages/shared.",
      from: { path: "^apps/[^/]+/src/domain/", pathNot: "\\.test\\.ts$" },
      to: {
        pathNot:
          "^apps/[^/]+/src/(domain|generated/(types|stored-enums))|^packages/shared/src/((contracts|errors|time|schema)/|access/(api-key|principal)\\.ts$)|^node_modules/(decimal\\.js|uuid|css-what|ajv|transliteration)/",
      },
    },
    {
      name: "only-db-knows-the-database-client",
      severity: "error",
      comment: "All SQL statements belong in the folder db/ of an app.",
      from: {
        path: "^apps/[^/]+/src/",
        pathNot: `^apps/[^/]+/src/(db/|generated/|(service|main|tx)\\.ts$|cli/program\\.ts$)|${tests}`,
      },
      to: { path: "/generated/prisma/|^packages/service/src/db/statement", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "db-knows-no-use-case",
      severity: "error",
      comment: "Code in db/ must not import its callers.",
      from: { path: "^apps/(discounts|forms|incentives|orders|workspace)/src/db/", pathNot: tests },
      to: { path: "^apps/[^/]+/src/(services|graphql|http|consumers|jobs|cli)/" },
    },
    {
      name: "services-know-no-entrance",
      severity: "error",
      comment: "GraphQL, HTTP, consumers, jobs and the CLI call use cases in services/. Code in services/ must not import its callers.",
      from: { path: "^apps/(discounts|forms|incentives|orders|workspace)/src/services/", pathNot: tests },
      to: { path: "^apps/[^/]+/src/(graphql|http|consumers|jobs|cli)/" },
    },
    {
      name: "entrances-do-not-know-each-other",
      severity: "error",
      comment: "Entry points must not import each other. Code that several entry points need belongs in services/.",
      from: { path: "^apps/(discounts|forms|incentives|orders|workspace)/src/(graphql|http|consumers|jobs|cli)/", pathNot: tests },
      to: { path: "^apps/[^/]+/src/(graphql|http|consumers|jobs|cli)/", pathNot: "^apps/[^/]+/src/$2/" },
    },
    {
      name: "resolvers-do-no-io",
      severity: "error",
      comment: "Resolvers call code in services/ and db/. Resolvers must not import database, network or file system clients.",
      from: { path: "^apps/[^/]+/src/graphql/", pathNot: "\\.test\\.ts$" },
      to: { path: "^node_modules/(pg|@prisma|@nats-io|undici)/|^node:(net|http|https|fs)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "one-importer-of-the-federation-engine",
      severity: "error",
      comment:
        "Only supergraph/engine.ts, compose.ts and apollo-executor.ts may import the federation engine. Other code must work with a different engine.",
      from: {
        path: "^apps/gateway/src/",
        pathNot: "^apps/gateway/src/supergraph/(engine|compose|apollo-executor)\\.ts$|\\.test\\.ts$|/testing/",
      },
      to: { path: "^node_modules/@apollo/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the-gateway-is-no-service",
      severity: "error",
      comment:
        "The gateway is not a service. From packages/service, the gateway may import only the connection pool, to read API keys from a database, and the reading side of the schema registry.",
      from: { path: "^apps/gateway/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/service/src/", pathNot: "^packages/service/src/(db/pool|registry/(buckets|entry|watch))\\.ts$" },
    },
    {
      name: "not-to-test",
      severity: "error",
      comment: "Production code must not import tests.",
      from: { pathNot: "\\.(test|e2e)\\.ts$|/testing/|^e2e/|^bench/" },
      to: { path: "\\.(test|e2e)\\.ts$" },
    },
    {
      name: "not-to-unresolvable",
      severity: "error",
      comment:
        "Unresolved imports fail at run time. The rule exempts react-aria-components, whose export condition `source` names missing files. The compilers tsc and esbuild ignore this condition.",
      from: {},
      to: { couldNotResolve: true, pathNot: "^react-aria-components$" },
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
      extensions: [".ts", ".tsx", ".js", ".json"],
    },
  },
};
