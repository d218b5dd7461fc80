import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { auditActions, auditActorKinds } from "../domain/ordinals.js";
import type { AuditEventResolvers } from "../generated/types.js";

export const AuditEvent: AuditEventResolvers = {
  actor: ({ actorKind, keyId, keyName, memberId, memberName, memberEmail }) => ({
    kind: valueOfOrdinal(auditActorKinds, actorKind),
    ...{ keyId, keyName, memberId, memberName, memberEmail },
  }),
  action: ({ action }) => (action === null ? null : valueOfOrdinal(auditActions, action)),
};
