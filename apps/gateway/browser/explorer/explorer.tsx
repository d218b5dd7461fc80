import { useEditorContext, useSchemaStore } from "@graphiql/react";
import { GraphiQL } from "graphiql";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { storedKey, watchKey } from "../shared/key.js";
import { AccessibleEditors } from "./accessible-editors.js";
import { DryRunSwitch } from "./dry-run.js";
import { createFetcher, noKey } from "./fetcher.js";
import { showMessage } from "./message.js";
import { OperationsPanel } from "./operations-panel.js";

interface ExplorerProps {
  endpoint: string;
  /** URL of the description of the operations. */
  operations: string;
  /** Query in the first tab. */
  query: string;
  /** Element for the panel with the operations. The element precedes the editor, so that the Tab key reaches the panel first. */
  panel: HTMLElement;
}

const typingMs = 400;

export function Explorer({ endpoint, operations, query, panel }: ExplorerProps) {
  const fetcher = useMemo(() => createFetcher(endpoint), [endpoint]);
  const hasKey = useSyncExternalStore(watchKey, () => storedKey() !== "");
  return (
    <GraphiQL
      fetcher={fetcher}
      // If `schema` is null, GraphiQL does not load the schema. A request for the schema needs a key.
      schema={hasKey ? undefined : null}
      defaultQuery={query}
      defaultEditorToolsVisibility="variables"
      storage={tabStorage()}
      shouldPersistHeaders={false}
      showPersistHeadersSettings={false}
      forcedTheme="system"
    >
      <GraphiQL.Logo> </GraphiQL.Logo>
      <GraphiQL.Toolbar>
        {({ prettify, merge, copy }) => (
          <>
            <DryRunSwitch />
            {prettify}
            {merge}
            {copy}
          </>
        )}
      </GraphiQL.Toolbar>
      <SchemaLoader />
      <AccessibleEditors />
      {createPortal(<OperationsPanel url={operations} />, panel)}
    </GraphiQL>
  );
}

/** Loads the schema again after each change of the key, but waits until the visitor has stopped typing. */
function SchemaLoader() {
  const { introspect, schema, fetchError } = useSchemaStore();
  const { responseEditor } = useEditorContext({ nonNull: true });
  const hadError = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = storedKey();
    if (last === "") showMessage(noKey, "warn");
    const stop = watchKey((key) => {
      clearTimeout(timer);
      if (key === "") showMessage(noKey, "warn");
      // GraphiQL itself loads the schema after the first key.
      else if (key !== last && last !== "") timer = setTimeout(introspect, typingMs);
      last = key;
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [introspect]);
  useEffect(() => {
    // Clears the response editor, because GraphiQL continues to show the error that an earlier key caused.
    if (hadError.current && schema && !fetchError) responseEditor?.setValue("");
    hadError.current = Boolean(fetchError);
  }, [schema, fetchError, responseEditor]);
  return null;
}

/** Storage in which GraphiQL stores queries, variables and the history, but not the key. Other tabs cannot read this storage. */
function tabStorage(): Storage {
  try {
    return window.sessionStorage;
  } catch {
    return memoryStorage;
  }
}

const values = new Map<string, string>();
const memoryStorage: Storage = {
  getItem: (name) => values.get(name) ?? null,
  setItem: (name, value) => void values.set(name, value),
  removeItem: (name) => void values.delete(name),
  clear: () => values.clear(),
  key: (index) => [...values.keys()][index] ?? null,
  get length() {
    return values.size;
  },
};
