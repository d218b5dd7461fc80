import { Nothing } from "../parts/time.js";
import { answerText } from "./answer-text.js";

/** The answers of a response, by the name of their question. */
export function Answers({ answers }: { answers: { [name: string]: unknown } }) {
  const entries = Object.entries(answers);
  if (entries.length === 0) return <Nothing />;
  return (
    <dl className="answers">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{answerText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
