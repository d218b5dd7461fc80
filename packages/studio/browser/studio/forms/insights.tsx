import { useData } from "../api/use-data.js";
import { Empty } from "../parts/empty.js";
import { Section } from "../parts/facts.js";
import { countText, words } from "../parts/format.js";
import { Loaded } from "../parts/loaded.js";
import { type Column, Table } from "../parts/table.js";
import { useSession } from "../session/context.js";
import { classesOf, type InsightClass } from "./insight-classes.js";

const fields = {
  answers: { answerId: true, text: true },
  facts: { answerId: true, subjectClass: true, thingClass: true, polaritySign: true },
} as const;

const columns: readonly Column<InsightClass>[] = [
  { name: "About", cell: ({ name }) => words(name) },
  { name: "Positive", cell: ({ positive }) => countText(positive), isNumber: true },
  { name: "Neutral", cell: ({ neutral }) => countText(neutral), isNumber: true },
  { name: "Negative", cell: ({ negative }) => countText(negative), isNumber: true },
  { name: "In words", cell: ({ texts }) => <Texts texts={texts} /> },
];

/** The facts from visitors' answers, grouped by the class of their subject. */
export function Insights({ slug }: { slug: string }) {
  const { api } = useSession();
  const ofForm = { formSlug: { equalTo: slug } };
  const data = useData(slug, (signal) => api.getFormInsightRead({ answers: ofForm, facts: ofForm, reasons: {} }, { fields, signal }));
  return (
    <Section title="Insights" note="Opinions and mentions in English texts. At most the newest 1,000.">
      <Loaded data={data}>
        {(read) => {
          const classes = classesOf(read?.facts ?? [], read?.answers ?? []);
          if (classes.length > 0) return <Table label="Table of insights" columns={columns} rows={classes} />;
          return <Empty title="No insights yet">They appear when visitors answer questions in their own words.</Empty>;
        }}
      </Loaded>
    </Section>
  );
}

function Texts({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="texts">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
