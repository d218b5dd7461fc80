import type { Offergraph } from "@offergraph/sdk";
import { useData } from "../api/use-data.js";
import { Badge } from "../parts/badge.js";
import { NotFound } from "../parts/empty.js";
import { Facts, Section } from "../parts/facts.js";
import { Heading } from "../parts/heading.js";
import { Loaded } from "../parts/loaded.js";
import { Nothing, Time } from "../parts/time.js";
import { linkTo, type PageProps } from "../router.js";
import { useSession } from "../session/context.js";
import { CodeOrders } from "./code-orders.js";
import { CodeResponses } from "./code-responses.js";
import { CodeSeries } from "./code-series.js";
import { usesText, valueText } from "./code-value.js";
import { Placements } from "./placements.js";

const back = { href: linkTo("codes"), text: "All codes" };

const readCode = (api: Offergraph, id: string, signal: AbortSignal) =>
  api.getDiscount(
    { id },
    {
      signal,
      fields: {
        rowId: true,
        code: true,
        title: true,
        status: true,
        valuePercent: true,
        valueAmount: true,
        usageCount: true,
        usageLimit: true,
        startAt: true,
        endsAt: true,
        tags: true,
        aliasedCodes: { code: true },
        partner: { name: true },
        placements: {
          rowId: true,
          syncStatus: true,
          syncedAt: true,
          lastError: true,
          connection: { name: true, slug: true },
        },
      },
    },
  );

/** A code with its placements, series, orders and responses. */
export function CodePage({ id }: PageProps) {
  const { api } = useSession();
  const data = useData(id, (signal) => readCode(api, id, signal));
  return (
    <Loaded data={data} heading={{ title: "Discount code", back }}>
      {(code) => (code ? <Code code={code} /> : <NotFound what="discount code" back={back} />)}
    </Loaded>
  );
}

type CodeRecord = NonNullable<Awaited<ReturnType<typeof readCode>>>;

function Code({ code }: { code: CodeRecord }) {
  const aliases = code.aliasedCodes.map((alias) => alias.code);
  return (
    <>
      <Heading title={code.code} back={back}>
        <Badge status={code.status} />
      </Heading>
      <Facts
        facts={[
          ["Title", code.title],
          ["Discount", valueText(code)],
          ["Uses", usesText(code)],
          ["Starts", <Time key="starts" at={code.startAt} />],
          ["Ends", <Time key="ends" at={code.endsAt} />],
          ["Partner", code.partner?.name ?? <Nothing key="partner" />],
          ["Tags", Object.keys(code.tags).join(", ") || <Nothing key="tags" />],
          ["Aliases", aliases.join(", ") || <Nothing key="aliases" />],
        ]}
      />
      <CodeSeries id={code.rowId} />
      <Section title="Placements">
        <Placements placements={code.placements} />
      </Section>
      <CodeOrders id={code.rowId} />
      <CodeResponses id={code.rowId} />
    </>
  );
}
