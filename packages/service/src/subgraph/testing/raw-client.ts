import { createRequire } from "node:module";
import * as runtime from "@prisma/client/runtime/client";
import type { SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";

const require = createRequire(import.meta.url);
const { version }: { version: string } = require("@prisma/client/package.json");
const compiler = "@prisma/client/runtime/query_compiler_fast_bg.postgresql";

// The tests of this package have no Prisma models, so this Prisma client supports only raw statements.
const RawClient = runtime.getPrismaClient({
  previewFeatures: [],
  clientVersion: version,
  engineVersion: "",
  activeProvider: "postgresql",
  inlineSchema: "",
  runtimeDataModel: { models: {}, enums: {}, types: {} },
  parameterizationSchema: { strings: [], graph: "AAAA" },
  compilerWasm: {
    getRuntime: async () => require(`${compiler}.js`),
    getQueryCompilerWasmModule: async () => WebAssembly.compile(Buffer.from(require(`${compiler}.wasm-base64.js`).wasm, "base64")),
    importName: "./query_compiler_fast_bg.js",
  },
});

export const createRawClient = (adapter: SqlDriverAdapterFactory): object => new RawClient({ adapter } as never) as object;

/** The methods of this Prisma client that the tests use in a transaction. */
export interface RawPrisma {
  $queryRawUnsafe<Result = unknown>(text: string, ...values: unknown[]): Promise<Result>;
  $executeRawUnsafe(text: string, ...values: unknown[]): Promise<number>;
}
