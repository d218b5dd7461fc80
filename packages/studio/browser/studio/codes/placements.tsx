import { Badge } from "../parts/badge.js";
import { Empty } from "../parts/empty.js";
import { type Column, Table } from "../parts/table.js";
import { Nothing, Time } from "../parts/time.js";

interface Placement {
  rowId: string;
  syncStatus: string;
  syncedAt: string | null;
  lastError: string | null;
  connection: { name: string; slug: string } | null;
}

const columns: readonly Column<Placement>[] = [
  { name: "Store", cell: ({ connection }) => connection?.name ?? <Nothing /> },
  { name: "State", cell: ({ syncStatus }) => <Badge status={syncStatus} /> },
  { name: "Accepted", cell: ({ syncedAt }) => <Time at={syncedAt} /> },
  { name: "Last error", cell: ({ lastError }) => lastError ?? <Nothing /> },
];

/** The stores on which a code is placed. */
export function Placements({ placements }: { placements: readonly Placement[] }) {
  if (placements.length > 0) return <Table label="Table of placements" columns={columns} rows={placements} />;
  return (
    <Empty title="The code stands on no store">
      Customers cannot use the code yet. Place it on a store connection with <code>add_discount_placements</code>.
    </Empty>
  );
}
