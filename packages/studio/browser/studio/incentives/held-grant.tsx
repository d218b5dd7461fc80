import { Answers } from "../forms/answers.js";
import { minorText, shareText, words } from "../parts/format.js";
import { Time } from "../parts/time.js";
import { Decision } from "./decision.js";

export interface HeldGrantRecord {
  rowId: string;
  kindSlug: string;
  outcomeAt: string;
  trustScore: number | null;
  trustReasons: string[] | null;
  customerVerified: boolean;
  amountMinor: string | null;
  currency: string | null;
  publicLabel: string | null;
  lookupKey: string | null;
  discountCode: { code: string } | null;
  customer: { name: string | null; ref: string | null; email: string | null } | null;
  formResponse: { answers: { [name: string]: unknown } } | null;
}

interface HeldGrantProps {
  grant: HeldGrantRecord;
  canDecide: boolean;
  /** Called with a sentence about the decision. */
  onDecided(text: string): void;
}

/** A held grant with the answers and the reasons for its trust score, so that a person can decide. */
export function HeldGrant({ grant, canDecide, onDecided }: HeldGrantProps) {
  const { customer, trustScore, trustReasons } = grant;
  const who = customer?.name ?? customer?.email ?? customer?.ref ?? "An unknown visitor";
  return (
    <li className="card">
      <h3>{who}</h3>
      <p>
        {rewardText(grant)}, <Time at={grant.outcomeAt} />, {grant.customerVerified ? "verified customer" : "not verified"}
      </p>
      <p className="trust">
        <strong>Trust {trustScore === null ? "unknown" : shareText(trustScore)}</strong>
      </p>
      {trustReasons && trustReasons.length > 0 && (
        <ul className="chips" aria-label="Reasons for the trust score">
          {trustReasons.map((reason) => (
            <li key={reason}>{words(reason)}</li>
          ))}
        </ul>
      )}
      {grant.formResponse ? <Answers answers={grant.formResponse.answers} /> : <p>The response was deleted.</p>}
      {canDecide && <Decision grantId={grant.rowId} who={who} onDecided={onDecided} />}
    </li>
  );
}

function rewardText({ kindSlug, amountMinor, currency, publicLabel, lookupKey, discountCode }: HeldGrantRecord): string {
  if (amountMinor !== null && currency !== null) return `Credit of ${minorText(amountMinor, currency)}`;
  const detail = publicLabel ?? lookupKey ?? discountCode?.code;
  return detail ? `${words(kindSlug)} ${detail}` : words(kindSlug);
}
