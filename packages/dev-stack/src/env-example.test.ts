import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { repository } from "./supervisor/apps.js";

// A mock of `readEnv` records the schemas, because the env.ts files do not export them.
const schemas = new Map<string, z.ZodType>();
const readEnv = "@offergraph/shared/env/read-env";
vi.resetModules();
vi.doMock(readEnv, async (load) => {
  const original = await load<typeof import("@offergraph/shared/env/read-env")>();
  return {
    ...original,
    readEnv(shape: Record<string, z.ZodType>) {
      for (const [name, schema] of Object.entries(shape)) if (!schemas.has(name)) schemas.set(name, schema);
      return { DATA_DIR: "" };
    },
  };
});
afterAll(() => {
  vi.doUnmock(readEnv);
  vi.resetModules();
});

const { readSettings } = await import("./supervisor/settings.js");
const { discountsEnv, storeAdminEnv } = await import("../../../apps/discounts/src/env.js");
const { gatewayEnv } = await import("../../../apps/gateway/src/env.js");
const others = await Promise.all([
  import("../../../apps/forms/src/env.js"),
  import("../../../apps/incentives/src/env.js"),
  import("../../../apps/orders/src/env.js"),
  import("../../../apps/workspace/src/env.js"),
  import("../../sandbox-store/src/env.js"),
]);
const { databaseUrls } = await import("@offergraph/service/backup/env");
const { readStreamsEnv } = await import("../../service/src/messaging/streams-env.js");
readSettings({}, "");
databaseUrls({}, []);
readStreamsEnv({});
for (const read of [gatewayEnv, discountsEnv, storeAdminEnv, ...others.map((env) => env.readSettings)]) read({});

const example = parseEnv(readFileSync(path.join(repository, ".env.example"), "utf8"));

describe(".env.example", () => {
  it("lists every variable of the schemas, and no other", () => {
    expect(schemas.size).toBeGreaterThan(40);
    expect(Object.keys(example).sort()).toEqual([...schemas.keys()].sort());
  });

  it.each(Object.entries(example))("has the default of %s", (name, value) => {
    const schema = schemas.get(name);
    const fallback = schema?.safeParse(undefined);
    const expected = fallback?.success ? fallback.data : undefined;
    expect(value === "" && expected === undefined ? undefined : schema?.parse(value)).toEqual(expected);
  });
});
