import type { Read } from "@offergraph/service/db/read";
import type { Reference } from "@offergraph/service/replicas/kinds";
import type { RequestRecords } from "@offergraph/service/replicas/request";
import { loadWorkspace, type WorkspaceReplica } from "@offergraph/service/replicas/workspace-lookups";
import { readLogoHash, storeBrand, storeLogo } from "../../db/brands.js";
import { keepRetention } from "../../db/response-retention.js";
import { storeTimeZone } from "../../db/time-zones.js";
import type { Prisma } from "../../generated/prisma/client.js";

interface FoundWorkspace extends Reference<"workspace"> {
  /** Undefined if the logo in the database of the forms service is up to date. */
  logo: Reference<"brand_logo"> | undefined;
}

/** Copies brand, time zone and response retention from the workspace service. */
export const workspaceReplica = (readerOf: (workspaceId: string) => Read): WorkspaceReplica<Prisma.TransactionClient, FoundWorkspace> => ({
  async load(ask, workspaceId) {
    const workspace = await loadWorkspace(ask, workspaceId);
    return workspace && { ...workspace, logo: await loadLogo(ask, workspaceId, workspace, readerOf(workspaceId)) };
  },
  async store(tx, { settings, brand, logo }) {
    await keepRetention(tx, settings.responseRetentionDays, settings.updatedAt);
    await storeTimeZone(tx, settings.timeZone, settings.updatedAt);
    if (brand) await storeBrand(tx, brand);
    if (logo) await storeLogo(tx, logo);
  },
});

/** Looks up a logo whose hash differs from the stored hash. The lookup is separate because a logo can be large. */
async function loadLogo(ask: RequestRecords, workspaceId: string, { brand }: Reference<"workspace">, read: Read) {
  if (!brand || (await readLogoHash(read)) === (brand.logo?.sha256 ?? null)) return undefined;
  if (brand.logo === null) return { workspaceId, updatedAt: brand.updatedAt, logo: null };
  return (await ask({ service: "workspace", kind: "brand_logo", workspaceId, wanted: {} }))[0];
}
