import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { discountsEnv, storeAdminEnv } from "../../../apps/discounts/src/env.js";
import { readSettings as readForms } from "../../../apps/forms/src/env.js";
import { gatewayEnv } from "../../../apps/gateway/src/env.js";
import { readSettings as readIncentives } from "../../../apps/incentives/src/env.js";
import { readSettings as readOrders } from "../../../apps/orders/src/env.js";
import { readSettings as readSandboxStore } from "../../sandbox-store/src/env.js";
import { repository } from "./supervisor/apps.js";
import { readSettings } from "./supervisor/settings.js";

// The schemas are private to each env.ts: they are recorded where all of them are read.
const schemas = vi.hoisted(() => new Map<string, z.ZodType>());
vi.mock("@offergraph/shared/env/read-env", async (load) => {
  const original = await load<typeof import("@offergraph/shared/env/read-env")>();
  return {
    ...original,
    readEnv(shape: Record<string, z.ZodType>) {
      for (const [name, schema] of Object.entries(shape)) if (!schemas.has(name)) schemas.set(name, schema);
      return { DATA_DIR: "" };
    },
  };
});

readSettings({}, "");
for (const read of [gatewayEnv, discountsEnv, storeAdminEnv, readForms, readIncentives, readOrders, readSandboxStore]) read({});

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
