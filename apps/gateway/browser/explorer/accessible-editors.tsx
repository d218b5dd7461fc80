import { useEditorContext } from "@graphiql/react";
import { useEffect } from "react";

interface Editor {
  getInputField(): HTMLElement;
  getScrollerElement(): HTMLElement;
  addKeyMap(map: Record<string, false>): void;
  removeKeyMap(map: Record<string, false>): void;
}

/** With false, the Tab key moves the focus to the next element. By default, it indents, so keyboard users could not leave an editor. */
const tabKeys = { Tab: false, "Shift-Tab": false } as const;

/** Adds to GraphiQL what users of keyboards and screen readers need: names of the editors, a way out of them, and valid roles of tabs. */
export function AccessibleEditors() {
  const { queryEditor, variableEditor, headerEditor, responseEditor, tabs, activeTabIndex } = useEditorContext({ nonNull: true });
  useEditor(queryEditor, "Operation");
  useEditor(variableEditor, "Variables");
  useEditor(headerEditor, "Headers");
  useEditor(responseEditor, "Response");
  // biome-ignore lint/correctness/useExhaustiveDependencies: GraphiQL writes the roles again when the tabs change.
  useEffect(correctTabs, [tabs, activeTabIndex]);
  return null;
}

function useEditor(editor: unknown, label: string): void {
  useEffect(() => {
    if (!editor) return undefined;
    const own = editor as Editor;
    own.getInputField().setAttribute("aria-label", label);
    own.getScrollerElement().tabIndex = 0;
    own.addKeyMap(tabKeys);
    return () => own.removeKeyMap(tabKeys);
  }, [editor, label]);
}

/** GraphiQL gives the role `tab` to elements that contain two buttons. Screen readers do not announce buttons in a tab. */
function correctTabs(): void {
  const list = document.querySelector(".graphiql-container .graphiql-tabs");
  list?.removeAttribute("role");
  for (const item of list?.querySelectorAll("li") ?? []) {
    const isActive = item.classList.contains("graphiql-tab-active");
    item.removeAttribute("role");
    item.removeAttribute("aria-selected");
    item.querySelector("button")?.setAttribute("aria-current", String(isActive));
  }
}
