import { answerText } from "../forms/answer-text.js";
import { Empty } from "../parts/empty.js";
import { words } from "../parts/format.js";
import { type Column, Table } from "../parts/table.js";
import { Nothing } from "../parts/time.js";
import { linkTo } from "../router.js";

interface Rule {
  rowId: string;
  kindSlug: string;
  outcome: string;
  terms: { [name: string]: unknown };
  discountCode: { rowId: string; code: string } | null;
}

const columns: readonly Column<Rule>[] = [
  { name: "Reward", cell: ({ kindSlug }) => words(kindSlug) },
  { name: "For", cell: ({ outcome }) => `${words(outcome)} responses` },
  { name: "Code", cell: ({ discountCode: code }) => (code ? <a href={linkTo("codes", code.rowId)}>{code.code}</a> : <Nothing />) },
  { name: "Terms", cell: ({ terms }) => answerText(terms) || <Nothing /> },
];

/** The rules of an incentive. Each rule rewards an outcome. */
export function Rules({ rules }: { rules: readonly Rule[] }) {
  if (rules.length > 0) return <Table label="Table of rules" columns={columns} rows={rules} />;
  return (
    <Empty title="The incentive has no rules">
      It grants no rewards. Add rules with <code>replace_incentive_rules</code>.
    </Empty>
  );
}
