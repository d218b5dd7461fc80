import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type ServiceSettings, startService } from "@offergraph/service/subgraph/run";
import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { testDatabase } from "@offergraph/testkit/database";
import { inject } from "vitest";
import { signingKey } from "./gateway.js";

const head = `
extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@composeDirective"])
  @link(url: "https://specs.offergraph.dev/offergraph/v1.0", import: ["@access"])
  @composeDirective(name: "@access")
directive @access(level: offergraph__AccessLevel!, cost: Int = 1) on FIELD_DEFINITION | OBJECT
enum offergraph__AccessLevel { READ WRITE ADMIN }
`;

export const sdlOf = (fields: string): string => `${head}type Query { ${fields} }`;

const migrationsDirectory = fileURLToPath(new URL("../../../../packages/service/src/subgraph/testing/migrations", import.meta.url));

export interface RegisteredService {
  name?: string;
  version: string;
  /** Fields of the type Query, for example "hello: String \@access(level: READ)". */
  fields: string;
  /** Values of the fields. */
  values: Readonly<Record<string, () => unknown>>;
  manifest?: ManifestInput;
}

/** Creates a database for the replicas of a service. `start` starts a replica as main.ts of an app does. */
export async function registeredServices(natsUrl: string) {
  const database = await testDatabase({ adminUrl: inject("adminUrl"), app: "things", migrationsDirectory });
  const folder = await mkdtemp(join(tmpdir(), "offergraph-registered-"));
  let count = 0;
  return {
    async start({ name = "things", version, fields, values, manifest = {} }: RegisteredService) {
      count += 1;
      const directory = join(folder, String(count));
      await mkdir(join(directory, "prisma"), { recursive: true });
      await cp(migrationsDirectory, join(directory, "prisma/migrations"), { recursive: true });
      await writeFile(join(directory, "schema.graphql"), sdlOf(fields));
      return startService<ServiceSettings, never, never>(
        {
          name,
          directory: pathToFileURL(`${directory}/`),
          resolvers: { Query: values },
          readSettings: (source) => readEnv(serviceEnv, source),
          createClient: () => ({}),
          createContext: () => (base) => base as never,
          manifest,
          events: [],
          routes: () => [{ name: "greeting", method: "GET", path: "/greeting", answer: () => ({ status: 200, body: version }) }],
        },
        {
          DATABASE_URL: database.connectionString,
          DATABASE_POOL: "2",
          NATS_URL: natsUrl,
          GATEWAY_SIGNING_KEY: signingKey,
          LOG_LEVEL: process.env.TEST_LOG ?? "silent",
          SERVICE_URL: "http://127.0.0.1:0/graphql",
          SERVICE_VERSION: version,
        },
      );
    },
    async stop() {
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}
