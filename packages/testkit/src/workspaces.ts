import { connectNats } from "@offergraph/service/messaging/connection";
import type { Reference } from "@offergraph/service/replicas/kinds";
import { recordRequester } from "@offergraph/service/replicas/request";
import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import { createLogger } from "@offergraph/shared/log/logger";
import type { Clock } from "@offergraph/shared/time/clock";
import { newId } from "@offergraph/shared/time/ids";
import { vi } from "vitest";
import { testSigningKey } from "./subgraph.js";
import { polling } from "./timeouts.js";

const at = "2026-05-01T10:00:00.000Z";

type Settings = Reference<"workspace">["settings"];
type Logo = NonNullable<Reference<"brand_logo">["logo"]>;
interface BrandChanges extends Partial<Omit<NonNullable<Reference<"workspace">["brand"]>, "logo">> {
  logo?: Logo | null;
}

/** A stub of the workspace service, which replies to lookups but publishes no events. */
export interface WorkspaceStub {
  /** Adds or changes a workspace. Without `brand`, lookups of the workspace return no brand. */
  set(workspaceId: string, settings?: Partial<Settings>, brand?: BrandChanges): void;
  /** Returns the kinds of all lookups in this workspace, in the order in which they arrived. */
  lookups(workspaceId: string): string[];
  /** While `effect` runs, the stub does not reply to lookups. */
  whileSilent(effect: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export function workspaceDataOf(workspaceId: string, changes: Partial<Settings> = {}): Settings {
  return {
    ...{ workspaceId, createdAt: at, updatedAt: at, name: "Shop", isTest: false, timeZone: "UTC", reportingCurrency: null },
    ...{ defaultTrustFloor: null, responseRetentionDays: null, ...changes },
  };
}

/** Starts the workspace stub on the NATS server of the service under test. `clock` is the clock of the service under test. */
export async function startWorkspaceStub(url: string, clock: Clock): Promise<WorkspaceStub> {
  const log = createLogger("test", "silent");
  const nats = connectNats({ url, name: "workspace", log });
  const known = new Map<string, { workspace: Reference<"workspace">; logo: Reference<"brand_logo"> | undefined }>();
  const asked: { workspaceId: string; kind: string }[] = [];
  let isSilent = false;
  const take = (workspaceId: string, kind: string) => {
    asked.push({ workspaceId, kind });
    if (isSilent) throw new Error("The workspace stub does not reply.");
    return known.get(workspaceId);
  };
  const answers = startReplicaResponder({
    ...{ nats, service: "workspace", signingKey: testSigningKey, log, clock },
    answers: {
      workspace: async (workspaceId) => [take(workspaceId, "workspace")?.workspace].filter((one) => one !== undefined),
      brand_logo: async (workspaceId) => [take(workspaceId, "brand_logo")?.logo].filter((one) => one !== undefined),
    },
  });
  const ask = recordRequester({ nats, signingKey: testSigningKey, clock });
  await vi.waitFor(() => ask({ service: "workspace", kind: "workspace", workspaceId: newId(), wanted: {} }), polling);
  return {
    set(workspaceId, settings, given) {
      const workspace = { settings: workspaceDataOf(workspaceId, settings), brand: given ? brandOf(workspaceId, given) : null };
      const logo = workspace.brand && { workspaceId, updatedAt: workspace.brand.updatedAt, logo: given?.logo ?? null };
      known.set(workspaceId, { workspace, logo: logo ?? undefined });
    },
    lookups: (id) => asked.filter(({ workspaceId }) => workspaceId === id).map(({ kind }) => kind),
    async whileSilent(effect) {
      isSilent = true;
      try {
        await effect();
      } finally {
        isSilent = false;
      }
    },
    async stop() {
      await answers.stop();
      await nats.close();
    },
  };
}

function brandOf(workspaceId: string, { logo = null, ...changes }: BrandChanges): NonNullable<Reference<"workspace">["brand"]> {
  const fields = { accentColor: null, font: null, cornerRadius: null, locale: null, supportEmail: null };
  return { workspaceId, updatedAt: at, ...fields, ...changes, logo };
}
