import type { KeyObject } from "node:crypto";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import type { MutationRunner } from "@offergraph/service/tx/mutation";
import type { RegisteredJobRow } from "../db/rows.js";
import type { QueryResolvers } from "../generated/types.js";
import type { WebhookSettings } from "../services/webhooks/settings.js";

export interface Context extends RequestBase {
  /** Key that signs cursors. */
  readonly cursorKey: KeyObject;
  readonly webhooks: WebhookSettings;
  /** Public base URL of the gateway. */
  readonly publicUrl: string;
  /** Shared key that signs the URLs of result files. */
  readonly signingKey: string;
  /** Looks up a job in other services, because its events may not have arrived yet. */
  findJob(id: string): Promise<RegisteredJobRow | undefined>;
}

export interface MutationContext extends Context, MutationRunner {}

export type QueryField<Field extends keyof QueryResolvers> = NonNullable<QueryResolvers[Field]>;
