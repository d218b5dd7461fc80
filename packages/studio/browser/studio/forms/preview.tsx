import { Badge } from "../parts/badge.js";
import { Empty } from "../parts/empty.js";
import { words } from "../parts/format.js";
import { type Column, Table } from "../parts/table.js";
import type { FormRecord } from "./form-page.js";
import { type Question, questionsOf } from "./questions.js";
import { VersionPreviews } from "./version-previews.js";

type Placement = FormRecord["placements"][number];

/** Previews of the draft and the live version, links to the live form, and the questions of the draft. */
export function Preview({ form }: { form: FormRecord }) {
  const columns: readonly Column<Placement>[] = [
    { name: "Channel", cell: ({ channel }) => channel.name },
    { name: "State", cell: ({ published }) => <Badge status={published ? "PUBLISHED" : "NOT_PUBLISHED"} /> },
    { name: "Live form", cell: ({ rowId }) => <LiveLink url={form.urls.get(rowId)} /> },
  ];
  const questions = questionsOf(form.draft);
  return (
    <>
      <VersionPreviews form={form} />
      <h3>Placements</h3>
      {form.placements.length > 0 ? (
        <Table label="Table of placements" columns={columns} rows={form.placements} />
      ) : (
        <Empty title="The form is not placed anywhere">
          Visitors cannot open it yet. Place it with <code>add_form_placement</code>.
        </Empty>
      )}
      <h3>Questions of the draft</h3>
      {questions.length > 0 ? (
        <ol className="questions">
          {questions.map((question) => (
            <DraftQuestion key={question.name} question={question} />
          ))}
        </ol>
      ) : (
        <Empty title="The draft has no questions">
          Write them with <code>save_form_draft</code>.
        </Empty>
      )}
    </>
  );
}

function LiveLink({ url }: { url: string | undefined }) {
  if (!url) return <span className="quiet">No page</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      Open <span className="unseen">in a new tab</span>
    </a>
  );
}

function DraftQuestion({ question: { title, type, choices, isRequired } }: { question: Question }) {
  return (
    <li>
      <strong>{title}</strong>{" "}
      <span className="quiet">
        {words(type)}
        {isRequired && ", required"}
      </span>
      {choices.length > 0 && <p className="quiet">{choices.map(({ text }) => text).join(" · ")}</p>}
    </li>
  );
}
