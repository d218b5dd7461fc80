import { type GraphiQLPlugin, useEditorContext } from "@graphiql/react";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type ApiDoc, groupsOf, matches, type OperationDoc, useApiDoc } from "./api-doc.js";
import { OperationDetails } from "./operation-details.js";

/** Creates the panel with the operations, which GraphiQL shows next to the editor. */
export function operationsPlugin(url: string): GraphiQLPlugin {
  return { title: "Operations", icon: ListIcon, content: () => <Panel url={url} /> };
}

function Panel({ url }: { url: string }) {
  const api = useApiDoc(url);
  if (api === undefined) return <p className="panel-note">The operations are loading.</p>;
  return typeof api === "string" ? <p className="panel-note">{api}</p> : <Operations api={api} />;
}

function Operations({ api }: { api: ApiDoc }) {
  const [search, setSearch] = useState(() => fromHash("service"));
  const [open, setOpen] = useState(() => fromHash("operation"));
  const wanted = useDeferredValue(search);
  const insert = useInsert();
  const found = api.operations.filter((operation) => matches(operation, wanted));
  useScrollTo(open);
  return (
    <section className="operations" aria-labelledby="operations-title">
      <h2 id="operations-title">Operations</h2>
      <label className="unseen" htmlFor="operations-search">
        Search operations
      </label>
      <input
        id="operations-search"
        type="search"
        placeholder="Search operations"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
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
    </section>
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

/** Returns the function that puts an example into the editor. It opens a new tab if the visitor has changed the current tab. */
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

function ListIcon() {
  return (
    <svg viewBox="0 0 24 24" height="1em" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" aria-hidden="true">
      <path d="M9 6h11M9 12h11M9 18h11" />
      <path d="M4 6h.01M4 12h.01M4 18h.01" strokeWidth="2.6" />
    </svg>
  );
}
