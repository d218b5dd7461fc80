import type { Read } from "../database/read.js";
import { type PrismaTransaction, readIn } from "../database/write.js";
import { type LookUp, onlyOne } from "../errors/look-up.js";
import { type Ref, readRef } from "../schema/ref.js";
import type { ServiceParts, ServiceSettings } from "../subgraph/run.js";
import { ReferenceUnavailable, referenceAsker } from "./ask.js";
import { type Keeping, keepConnection, keepDiscountCode, keepForm, keepPartner } from "./keep.js";
import {
  type ConnectionReferenceRow,
  type DiscountCodeReferenceRow,
  type FormReferenceRow,
  type PartnerReferenceRow,
  readConnectionReferences,
  readDiscountCodeReferences,
  readFormReferences,
  readPartnerReferences,
} from "./kept.js";
import type { Reference, ReferenceKind, Wanted } from "./kinds.js";

/**
 * Finds others' records that one workspace may refer to: in what events told, and on a miss by asking the owner once; what that says
 * is kept. Asking may take 300 ms and keeping is a transaction of its own, so look up before `mutate`, never inside it.
 */
export interface References {
  findConnection(id: string): Promise<LookUp<ConnectionReferenceRow>>;
  /** By id, name or @handle. */
  findPartner(ref: Ref): Promise<LookUp<PartnerReferenceRow>>;
  /** By id, code or alias; `orMinted`: or by a code that was minted of it for a grant. One that was deleted is found by its id alone. */
  findDiscountCode(ref: Ref, options?: { orMinted?: boolean }): Promise<LookUp<DiscountCodeReferenceRow>>;
  /** Asks the owner for a discount code as it is now, whatever is known here; keeps nothing. */
  askDiscountCode(id: string): Promise<LookUp<Reference<"discount_code">>>;
  /** By id, slug or title. One that was deleted is found by its id alone. For services that keep form_references. */
  findForm(ref: Ref): Promise<LookUp<FormReferenceRow>>;
}

interface Kept<Kind extends ReferenceKind, Row> {
  kind: Kind;
  /** Who owns the records. */
  service: string;
  readOwn(read: Read, wanted: Wanted<Kind>): Promise<Row[]>;
  keep(keeping: Keeping, record: Reference<Kind>): Promise<void>;
  rowOf(record: Reference<Kind>): Row;
}

const connections: Kept<"connection", ConnectionReferenceRow> = {
  kind: "connection",
  service: "discounts",
  readOwn: readConnectionReferences,
  keep: keepConnection,
  rowOf: ({ rowId, slug, name, provider }) => ({ rowId, slug, name, provider }),
};
const partners: Kept<"partner", PartnerReferenceRow> = {
  kind: "partner",
  service: "discounts",
  readOwn: readPartnerReferences,
  keep: keepPartner,
  rowOf: ({ rowId, name }) => ({ rowId, name }),
};
const discountCodes: Kept<"discount_code", DiscountCodeReferenceRow> = {
  kind: "discount_code",
  service: "discounts",
  readOwn: readDiscountCodeReferences,
  keep: (keeping, record) => keepDiscountCode(keeping, record, "answer"),
  rowOf: ({ rowId, partnerId }) => ({ rowId, partnerId, isDeleted: false }),
};

const forms: Kept<"form", FormReferenceRow> = {
  kind: "form",
  service: "forms",
  readOwn: readFormReferences,
  keep: (keeping, record) => keepForm(keeping, record, "answer"),
  rowOf: ({ rowId }) => ({ rowId, isDeleted: false }),
};

type Parts = Pick<ServiceParts<ServiceSettings, PrismaTransaction>, "settings" | "reader" | "writer" | "nats" | "log" | "clock">;

/** Makes, once, what gives each workspace its References. `patienceMs`: see `referenceAsker`. */
export function createReferences(
  { settings, reader, writer, nats, log, clock }: Parts,
  patienceMs?: number,
): (workspaceId: string) => References {
  const ask = referenceAsker({ nats, signingKey: settings.GATEWAY_SIGNING_KEY, clock, ...(patienceMs !== undefined && { patienceMs }) });

  async function find<Kind extends ReferenceKind, Row>(
    { kind, service, readOwn, keep, rowOf }: Kept<Kind, Row>,
    workspaceId: string,
    wanted: Wanted<Kind>,
  ): Promise<LookUp<Row>> {
    const own = await readOwn((statement) => reader.read(workspaceId, statement), wanted);
    // Two records have one name while the event that one of them has lost it is on its way: the owner knows.
    if (own.length === 1) return onlyOne(own);
    try {
      const records = await ask({ service, kind, workspaceId, wanted });
      if (records.length > 0)
        await writer.write(workspaceId, async (transaction) => {
          const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId };
          for (const record of records) await keep(keeping, record);
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
    if (!(error instanceof ReferenceUnavailable)) throw error;
    log.warn({ workspaceId, kind, reason: (error.cause as Error).message }, "the owner of a record gives no answer");
    return { fault: "UNAVAILABLE" };
  }

  return (workspaceId) => ({
    askDiscountCode: (id) => askCode(workspaceId, id),
    findConnection: (id) => find(connections, workspaceId, { id }),
    findPartner: (ref) => find(partners, workspaceId, readRef(ref)),
    findDiscountCode: (ref, options) => find(discountCodes, workspaceId, { ...readRef(ref), ...options }),
    findForm: (ref) => find(forms, workspaceId, readRef(ref)),
  });
}
