import { createElement, Fragment } from "react";
import { boundsText } from "../../src/site/docs/markdown.js";
import { effectsText } from "../../src/site/effects-text.js";
import type { ApiDoc, FieldDoc, OperationDoc } from "./api-doc.js";

interface DetailsProps {
  operation: OperationDoc;
  api: ApiDoc;
  onInsert(): void;
}

/** Id in examples that the visitor must replace. */
const placeholderId = "12345678-1234-7234-8234-123456789abc";

/** Shows the purpose, cost, effects and arguments of an operation, and a button that puts the operation's example into the editor. */
export function OperationDetails({ operation, api, onInsert }: DetailsProps) {
  const { description, type, level, cost, returns, deprecated, example } = operation;
  return (
    <div className="details">
      {deprecated && <p className="callout warn">Deprecated: {deprecated}</p>}
      <p>
        <Text text={description} />
      </p>
      <dl>
        <Fact name="Level" value={level} />
        <Fact name="Cost" value={`at least ${cost}`} />
        <Fact name="Effects" value={effectsText(operation, api)} />
        <Fact name="Returns" value={`\`${returns}\``} />
      </dl>
      <p>
        <button type="button" className="button primary" onClick={onInsert}>
          Use example
        </button>
      </p>
      {type === "mutation" && (
        <p className="panel-note">The explorer sends a mutation as a dry run, or asks before it sends the mutation.</p>
      )}
      {JSON.stringify(example.variables).includes(placeholderId) && (
        <p className="panel-note">Replace the id in the variables with the id of one of your records.</p>
      )}
      {operation.arguments.length > 0 && <Fields title="Arguments" fields={operation.arguments} api={api} seen={[]} />}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Text text={value} />
      </dd>
    </div>
  );
}

interface FieldsProps {
  title: string;
  fields: readonly FieldDoc[];
  api: ApiDoc;
  /** Input types that contain these fields. The list does not show the fields of these types again. */
  seen: readonly string[];
}

function Fields({ title, fields, api, seen }: FieldsProps) {
  return (
    <>
      <h3>{title}</h3>
      <ul className="fields">
        {fields.map((field) => (
          <Field key={field.name} field={field} api={api} seen={seen} />
        ))}
      </ul>
    </>
  );
}

function Field({ field, api, seen }: { field: FieldDoc; api: ApiDoc; seen: readonly string[] }) {
  const { name, type, isRequired, description } = field;
  const typeName = type.replace(/[[\]!]/g, "");
  const input = api.inputs[typeName];
  const bounds = boundsText(field.bounds, type);
  return (
    <li>
      <code className="field">{name}</code> <code className="type">{type}</code> {isRequired && <span className="badge">required</span>}
      <p>
        <Text text={bounds ? `${description} Allowed: ${bounds}.` : description} />
        {field.default !== undefined && ` Default: ${JSON.stringify(field.default)}.`}
      </p>
      {input?.values && (
        <details>
          <summary>{input.values.length} values</summary>
          <p className="values">{input.values.map((value) => value.name).join(", ")}</p>
        </details>
      )}
      {input?.fields && !seen.includes(typeName) && (
        <details>
          <summary>Fields of {typeName}</summary>
          <Fields title={typeName} fields={input.fields} api={api} seen={[...seen, typeName]} />
        </details>
      )}
    </li>
  );
}

/** Shows a text, in which backticks mark code. */
function Text({ text }: { text: string }) {
  // Parts with an odd index were in backticks.
  const parts = text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? createElement("code", null, part) : part));
  return createElement(Fragment, null, ...parts);
}
