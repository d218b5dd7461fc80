import { useEditorContext } from "@graphiql/react";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type ApiDoc, groupsOf, type OperationDoc, search, useApiDoc } from "./api-doc.js";
import { OperationDetails } from "./operation-details.js";

/** The panel with the operations, next to the editor. */
export function OperationsPanel({ url }: { url: string }) {
  const api = useApiDoc(url);
  if (api === undefined) return <p className="panel-note">The operations are loading.</p>;
  return typeof api === "string" ? <p className="panel-note">{api}</p> : <Operations api={api} />;
}

function Operations({ api }: { api: ApiDoc }) {
  const [text, setText] = useState(() => fromHash("service"));
  const [open, setOpen] = useState(() => fromHash("operation"));
  const wanted = useDeferredValue(text);
  const insert = useInsert();
  const found = search(api.operations, wanted);
  useScrollTo(open);
  return (
    <>
      <h2>Operations</h2>
      <label className="unseen" htmlFor="operations-search">
        Search operations
      </label>
      <input
        id="operations-search"
        type="search"
        placeholder="Search operations"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="panel-note" role="status">
        {found.length} of {api.operations.length} operations
      </p>
      {groupsOf(found).map(({ name, service, operations }) => (
        <details key={name} open={wanted !== "" || operations.some((one) => one.name === open) || undefined} className="group">
          <summary>
            <span>{name.replaceAll("_", " ")}</span>
            <span className="quiet">
              {name === service ? "" : `${service}, `}
              {operations.length}
            </span>
          </summary>
          <ul>
            {operations.map((operation) => (
              <Operation
                key={operation.name}
                operation={operation}
                api={api}
                isOpen={operation.name === open}
                onToggle={() => setOpen(operation.name === open ? "" : operation.name)}
                onInsert={() => insert(operation)}
              />
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}

interface OperationProps {
  operation: OperationDoc;
  api: ApiDoc;
  isOpen: boolean;
  onToggle(): void;
  onInsert(): void;
}

function Operation({ operation, api, isOpen, onToggle, onInsert }: OperationProps) {
  const { name, type, level, deprecated } = operation;
  const id = `operation-${name}`;
  return (
    <li id={id} className={isOpen ? "open" : undefined}>
      <button type="button" className="operation" aria-expanded={isOpen} onClick={onToggle}>
        <span className={deprecated ? "name deprecated" : "name"}>{name}</span>
        {type === "mutation" && <span className="badge warn">mutation</span>}
        <span className="badge">{level}</span>
      </button>
      {isOpen && <OperationDetails operation={operation} api={api} onInsert={onInsert} />}
    </li>
  );
}

/**
 * Returns the function that puts an example into the editor. The function opens a new tab if the visitor has changed the query in the
 * current tab.
 */
function useInsert(): (operation: OperationDoc) => void {
  const { queryEditor, variableEditor, addTab, initialQuery } = useEditorContext({ nonNull: true });
  const last = useRef(initialQuery);
  return ({ example: { query, variables } }) => {
    const current = queryEditor?.getValue().trim() ?? "";
    if (current !== "" && current !== last.current.trim()) flushSync(addTab);
    last.current = query;
    queryEditor?.setValue(query);
    variableEditor?.setValue(Object.keys(variables).length > 0 ? JSON.stringify(variables, undefined, 2) : "");
    queryEditor?.focus();
  };
}

/** Reads a value from the URL's fragment, for example "list_orders" from "#operation=list_orders". */
function fromHash(name: string): string {
  return new URLSearchParams(location.hash.slice(1)).get(name) ?? "";
}

function useScrollTo(name: string): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current && name) document.querySelector(`#operation-${CSS.escape(name)}`)?.scrollIntoView({ block: "start" });
    isFirst.current = false;
  }, [name]);
}
