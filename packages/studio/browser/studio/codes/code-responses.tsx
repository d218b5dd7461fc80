import { usePages } from "../api/use-pages.js";
import { type ResponseRow, responseColumns, responseFields } from "../forms/response-columns.js";
import { Empty } from "../parts/empty.js";
import { Section } from "../parts/facts.js";
import { RecordList } from "../parts/record-list.js";
import { useSession } from "../session/context.js";

const first = 10;

/** The responses with a code, newest first. */
export function CodeResponses({ id }: { id: string }) {
  const { api } = useSession();
  const pages = usePages<ResponseRow>(
    id,
    (page, signal) =>
      api.getDiscountCodeFormResponses({ ...page, id, orderBy: ["CREATED_AT_DESC"] }, { fields: responseFields, totalCount: true, signal }),
    first,
  );
  return (
    <Section title="Responses">
      <RecordList
        noun={["response", "responses"]}
        pages={pages}
        columns={responseColumns}
        empty={<Empty title="No response names the code yet">Pages that embed a form can send the code with a response.</Empty>}
      />
    </Section>
  );
}
