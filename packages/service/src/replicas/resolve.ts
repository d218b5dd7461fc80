import { type LookUp, onlyOne } from "@offergraph/shared/errors/look-up-error";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import type { Read } from "../db/read.js";
import type { ServiceDeps, ServiceSettings } from "../subgraph/run.js";
import type { SqlTx, Tx } from "../tx/tx.js";
import type { Lookup, Reference, ReferenceKind } from "./kinds.js";
import {
  type ConnectionReferenceRow,
  type DiscountCodeReferenceRow,
  type FormReferenceRow,
  type PartnerReferenceRow,
  readConnectionReferences,
  readDiscountCodeReferences,
  readFormReferences,
  readPartnerReferences,
} from "./queries.js";
import { OwnerUnavailable, recordRequester } from "./request.js";
import { upsertConnection, upsertDiscountCode, upsertForm, upsertPartner } from "./upsert.js";

/**
 * Looks up records in the local replica. If the replica does not contain exactly one matching record, asks the service that owns the
 * records. By default, waits at most 300 ms for the reply. Do not use these lookups inside a transaction.
 */
export interface ReplicaLookups {
  findConnection(id: string): Promise<LookUp<ConnectionReferenceRow>>;
  /** Finds a partner by id, name or @handle. */
  findPartner(ref: Ref): Promise<LookUp<PartnerReferenceRow>>;
  /**
   * Finds a discount code by id, code or alias. With `orMinted`, a minted code finds its discount code. Finds a deleted code only by id.
   */
  findDiscountCode(ref: Ref, options?: { orMinted?: boolean }): Promise<LookUp<DiscountCodeReferenceRow>>;
  /** Finds a discount code with its current state. Always asks the discounts service, because the local replica may be out of date. */
  askDiscountCode(id: string): Promise<LookUp<Reference<"discount_code">>>;
  /** Finds a form by id, slug or title. Finds a deleted form only by id. The service's database must have the table form_references. */
  findForm(ref: Ref): Promise<LookUp<FormReferenceRow>>;
}

interface Kept<Kind extends ReferenceKind, Row> {
  kind: Kind;
  service: string;
  readOwn(read: Read, wanted: Lookup<Kind>): Promise<Row[]>;
  keep(tx: SqlTx, record: Reference<Kind>): Promise<void>;
  rowOf(record: Reference<Kind>): Row;
}

const connections: Kept<"connection", ConnectionReferenceRow> = {
  kind: "connection",
  service: "discounts",
  readOwn: readConnectionReferences,
  keep: upsertConnection,
  rowOf: ({ rowId, slug, name, provider }) => ({ rowId, slug, name, provider }),
};
const partners: Kept<"partner", PartnerReferenceRow> = {
  kind: "partner",
  service: "discounts",
  readOwn: readPartnerReferences,
  keep: (tx, record) => upsertPartner(tx, record, "answer"),
  rowOf: ({ rowId, name }) => ({ rowId, name }),
};
const discountCodes: Kept<"discount_code", DiscountCodeReferenceRow> = {
  kind: "discount_code",
  service: "discounts",
  readOwn: readDiscountCodeReferences,
  keep: (tx, record) => upsertDiscountCode(tx, record, "answer"),
  rowOf: ({ rowId, partnerId }) => ({ rowId, partnerId, isDeleted: false }),
};

const forms: Kept<"form", FormReferenceRow> = {
  kind: "form",
  service: "forms",
  readOwn: readFormReferences,
  keep: (tx, record) => upsertForm(tx, record, "answer"),
  rowOf: ({ rowId }) => ({ rowId, isDeleted: false }),
};

type Parts = Pick<ServiceDeps<ServiceSettings, unknown>, "settings" | "database" | "nats" | "lookupTimeouts" | "log" | "clock">;

/** Runs a transaction, for example `write` of a request (see RequestBase). */
type Write = (effect: (tx: Tx<never>) => Promise<void>) => Promise<void>;

/**
 * Returns a function that creates the lookups for one workspace. `write` stores the found records. By default, `write` uses a separate
 * transaction.
 */
export function createReplicaLookups(parts: Parts): (workspaceId: string, write?: Write) => ReplicaLookups {
  const { settings, database, nats, lookupTimeouts, log, clock } = parts;
  const ask = recordRequester({ nats, signingKey: settings.GATEWAY_SIGNING_KEY, clock, timeoutMs: lookupTimeouts.replicaMs });

  async function find<Kind extends ReferenceKind, Row>(
    { kind, service, readOwn, keep, rowOf }: Kept<Kind, Row>,
    workspaceId: string,
    write: Write,
    wanted: Lookup<Kind>,
  ): Promise<LookUp<Row>> {
    const own = await readOwn((statement) => database.read(workspaceId, statement), wanted);
    // If two local records match, one of them may be out of date, so the owning service decides.
    if (own.length === 1) return onlyOne(own);
    try {
      const records = await ask({ service, kind, workspaceId, wanted });
      if (records.length > 0)
        await write(async (tx) => {
          for (const record of records) await keep(tx, record);
        });
      return onlyOne(records.map(rowOf));
    } catch (error) {
      return unavailable(error, workspaceId, kind);
    }
  }

  async function askCode(workspaceId: string, id: string): Promise<LookUp<Reference<"discount_code">>> {
    try {
      return onlyOne(await ask({ service: "discounts", kind: "discount_code", workspaceId, wanted: { id } }));
    } catch (error) {
      return unavailable(error, workspaceId, "discount_code");
    }
  }

  function unavailable(error: unknown, workspaceId: string, kind: ReferenceKind): { fault: "UNAVAILABLE" } {
    if (!(error instanceof OwnerUnavailable)) throw error;
    log.warn({ workspaceId, kind, reason: (error.cause as Error).message }, "reference lookup failed: no reply from the owning service");
    return { fault: "UNAVAILABLE" };
  }

  return (workspaceId, write = (effect) => database.transaction({ workspaceId }, (tx) => effect(tx as Tx<never>))) => ({
    askDiscountCode: (id) => askCode(workspaceId, id),
    findConnection: (id) => find(connections, workspaceId, write, { id }),
    findPartner: (ref) => find(partners, workspaceId, write, readRef(ref)),
    findDiscountCode: (ref, options) => find(discountCodes, workspaceId, write, { ...readRef(ref), ...options }),
    findForm: (ref) => find(forms, workspaceId, write, readRef(ref)),
  });
}
