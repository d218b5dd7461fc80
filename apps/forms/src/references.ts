import type { Read } from "@offergraph/shared/database/read";
import { readIn } from "@offergraph/shared/database/write";
import { ReferenceUnavailable, referenceAsker } from "@offergraph/shared/references/ask";
import type { Reference, ReferenceKind, Wanted } from "@offergraph/shared/references/kinds";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import type { ServiceParts, ServiceSettings } from "@offergraph/shared/subgraph/run";
import { keepConnection, keepDiscountCode, keepPartner } from "./data/keep-references.js";
import { readConnectionReferences, readDiscountCodeReferences, readPartnerReferences } from "./data/references.js";
import type { ConnectionReferenceRow, DiscountCodeReferenceRow, PartnerReferenceRow } from "./data/rows.js";
import type { Writing } from "./data/transaction.js";
import { type LookUp, onlyOne } from "./domain/look-up.js";
import type { Prisma } from "./generated/prisma/client.js";

/**
 * Finds others' records that one workspace may refer to: in what events told, and on a miss by asking the owner once; what that says
 * is kept. Asking may take 300 ms and keeping is a transaction of its own, so look up before `mutate`, never inside it.
 */
export interface References {
  findConnection(id: string): Promise<LookUp<ConnectionReferenceRow>>;
  /** By id, name or @handle. */
  findPartner(ref: Ref): Promise<LookUp<PartnerReferenceRow>>;
  /** By id, code or alias. One that was deleted is found by its id alone. */
  findDiscountCode(ref: Ref): Promise<LookUp<DiscountCodeReferenceRow>>;
}

type Keeping = Pick<Writing, "read" | "workspaceId">;

interface Kept<Kind extends ReferenceKind, Row> {
  kind: Kind;
  readOwn(read: Read, wanted: Wanted<Kind>): Promise<Row[]>;
  keep(keeping: Keeping, record: Reference<Kind>): Promise<void>;
  rowOf(record: Reference<Kind>): Row;
}

const connections: Kept<"connection", ConnectionReferenceRow> = {
  kind: "connection",
  readOwn: readConnectionReferences,
  keep: keepConnection,
  rowOf: ({ rowId, slug, name, provider }) => ({ rowId, slug, name, provider }),
};
const partners: Kept<"partner", PartnerReferenceRow> = {
  kind: "partner",
  readOwn: readPartnerReferences,
  keep: keepPartner,
  rowOf: ({ rowId, name }) => ({ rowId, name }),
};
const discountCodes: Kept<"discount_code", DiscountCodeReferenceRow> = {
  kind: "discount_code",
  readOwn: readDiscountCodeReferences,
  keep: (keeping, record) => keepDiscountCode(keeping, record, "answer"),
  rowOf: ({ rowId, partnerId }) => ({ rowId, partnerId, isDeleted: false }),
};

type Parts = Pick<ServiceParts<ServiceSettings, Prisma.TransactionClient>, "settings" | "reader" | "writer" | "nats" | "log" | "clock">;

/** Makes, once, what gives each workspace its References. `patienceMs`: see `referenceAsker`. */
export function createReferences(
  { settings, reader, writer, nats, log, clock }: Parts,
  patienceMs?: number,
): (workspaceId: string) => References {
  const ask = referenceAsker({ nats, signingKey: settings.GATEWAY_SIGNING_KEY, clock, ...(patienceMs !== undefined && { patienceMs }) });

  async function find<Kind extends ReferenceKind, Row>(
    { kind, readOwn, keep, rowOf }: Kept<Kind, Row>,
    workspaceId: string,
    wanted: Wanted<Kind>,
  ): Promise<LookUp<Row>> {
    const own = await readOwn((statement) => reader.read(workspaceId, statement), wanted);
    // Two codes have one name while the event that one of them has lost it is on its way: the owner knows.
    if (own.length === 1) return onlyOne(own);
    try {
      const records = await ask({ service: "discounts", kind, workspaceId, wanted });
      if (records.length > 0)
        await writer.write(workspaceId, async (transaction) => {
          const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId };
          for (const record of records) await keep(keeping, record);
        });
      return onlyOne(records.map(rowOf));
    } catch (error) {
      if (!(error instanceof ReferenceUnavailable)) throw error;
      log.warn({ workspaceId, kind, reason: (error.cause as Error).message }, "the owner of a record gives no answer");
      return { fault: "UNAVAILABLE" };
    }
  }

  return (workspaceId) => ({
    findConnection: (id) => find(connections, workspaceId, { id }),
    findPartner: (ref) => find(partners, workspaceId, readRef(ref)),
    findDiscountCode: (ref) => find(discountCodes, workspaceId, readRef(ref)),
  });
}
