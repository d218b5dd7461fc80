import { Empty } from "../parts/empty.js";
import { countOf, countText, decimalText, shareText } from "../parts/format.js";
import { type QuestionResult, resultsOf } from "./count-answers.js";
import type { Question } from "./questions.js";
import { Share } from "./share.js";

interface ResultsProps {
  questions: readonly Question[];
  /** Answers of the responses, newest first. */
  responses: readonly { [name: string]: unknown }[];
}

/** The answers to each question, counted. */
export function Results({ questions, responses }: ResultsProps) {
  if (responses.length === 0)
    return <Empty title="Nobody has completed the form yet">Publish the form, and share the link of a placement.</Empty>;
  return (
    <ul className="results" aria-label="Results">
      {resultsOf(questions, responses).map((result) => (
        <li key={result.name} className="card">
          <h3>{result.title}</h3>
          <p>{countOf(result.answered, "answer")}</p>
          <Counts result={result} />
          <Ranks result={result} />
          {result.texts.length > 0 && (
            <ul className="texts">
              {result.texts.map((text, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two visitors may write the same text, and the list never changes.
                <li key={index}>{text}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function Counts({ result: { answered, counts } }: { result: QuestionResult }) {
  if (counts.length === 0) return null;
  return (
    <dl className="shares">
      {counts.map(({ text, count }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>
            {countText(count)} <span className="quiet">({shareText(count / answered)})</span>
          </dd>
          <dd className="wide-row">
            <Share part={count / answered} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Ranks({ result: { answered, ranks } }: { result: QuestionResult }) {
  if (ranks.length === 0) return null;
  return (
    <dl className="shares">
      {ranks.map(({ text, position, count }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>
            {decimalText(position)} <span className="quiet">average position{count < answered && ` in ${countOf(count, "answer")}`}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
