import { useSchemaStore } from "@graphiql/react";
import { GraphiQL } from "graphiql";
import { useEffect, useMemo } from "react";
import { watchKey } from "../shared/key.js";
import { createFetcher, noKey } from "./fetcher.js";
import { showMessage } from "./message.js";
import { operationsPlugin } from "./operations-panel.js";

interface ExplorerProps {
  endpoint: string;
  /** URL of the description of the operations. */
  operations: string;
  /** Query in the first tab. */
  query: string;
}

const typingMs = 400;

export function Explorer({ endpoint, operations, query }: ExplorerProps) {
  const fetcher = useMemo(() => createFetcher(endpoint), [endpoint]);
  const plugins = useMemo(() => [operationsPlugin(operations)], [operations]);
  return (
    <GraphiQL
      fetcher={fetcher}
      plugins={plugins}
      visiblePlugin={plugins[0]}
      defaultQuery={query}
      defaultEditorToolsVisibility="variables"
      storage={tabStorage()}
      shouldPersistHeaders={false}
      showPersistHeadersSettings={false}
      forcedTheme="system"
    >
      <GraphiQL.Logo>
        <SchemaLoader />
      </GraphiQL.Logo>
    </GraphiQL>
  );
}

/** Loads the schema whenever the key changes. Waits while the visitor types. */
function SchemaLoader() {
  const { introspect } = useSchemaStore();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    return watchKey((key) => {
      clearTimeout(timer);
      if (key === "") showMessage(noKey, "warn");
      // GraphiQL itself loads the schema at the start.
      else if (!isFirst) timer = setTimeout(introspect, typingMs);
      isFirst = false;
    });
  }, [introspect]);
  return null;
}

/** GraphiQL stores queries, variables and the history here, and never the key. The browser forgets them when the tab closes. */
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
