import { useEffect, useRef, useState } from "react";
import { usePages } from "../api/use-pages.js";
import { Empty, Problem } from "../parts/empty.js";
import { Section } from "../parts/facts.js";
import { countOf } from "../parts/format.js";
import { useSession } from "../session/context.js";
import { HeldGrant, type HeldGrantRecord } from "./held-grant.js";

const first = 10;
const fields = {
  rowId: true,
  kindSlug: true,
  outcomeAt: true,
  trustScore: true,
  trustReasons: true,
  customerVerified: true,
  amountMinor: true,
  currency: true,
  publicLabel: true,
  lookupKey: true,
  discountCode: { code: true },
  customer: { name: true, ref: true, email: true },
  formResponse: { answers: true },
} as const;

/** The grants that wait for a decision, oldest first, with the answers that earned them. A key with the level READ cannot decide. */
export function HeldGrants({ incentiveId, onDecision }: { incentiveId: string; onDecision(): void }) {
  const { api, level } = useSession();
  const [done, setDone] = useState("");
  const status = useRef<HTMLParagraphElement>(null);
  const filter = { incentiveId, state: { equalTo: "HELD" } } as const;
  const { items, total, isLoading, problem, more, reload } = usePages<HeldGrantRecord>(
    incentiveId,
    (page, signal) => api.listGrants({ ...page, filter, orderBy: ["OUTCOME_AT_ASC"] }, { fields, totalCount: true, signal }),
    first,
  );
  const finish = (text: string) => {
    setDone(text);
    reload();
    onDecision();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focused button disappears when the items change.
  useEffect(() => {
    if (done && document.activeElement === document.body) status.current?.focus();
  }, [done, items]);
  const canDecide = level !== "READ";
  return (
    <Section title="Waiting for your decision">
      <p className="note" role="status" tabIndex={-1} ref={status}>
        {done} {isLoading ? "Loading …" : total === undefined ? "" : countOf(total, "held grant")}
        {total && !isLoading && !canDecide ? ". Deciding needs a key with the access level WRITE." : ""}
      </p>
      {problem && <Problem message={problem} onRetry={reload} />}
      {items.length === 0 && !isLoading && !problem && (
        <Empty title="No grant waits for a decision">Grants with a low trust score appear here, if the incentive has a minimum.</Empty>
      )}
      <ul className="held" aria-label="Held grants" aria-busy={isLoading}>
        {items.map((grant) => (
          <HeldGrant key={grant.rowId} grant={grant} canDecide={canDecide} onDecided={finish} />
        ))}
      </ul>
      {more && (
        <button type="button" className="button more" onClick={more}>
          Show more held grants
        </button>
      )}
    </Section>
  );
}
