import { useEditorContext } from "@graphiql/react";
import { useEffect } from "react";

interface Editor {
  getInputField(): HTMLElement;
  getScrollerElement(): HTMLElement;
  addKeyMap(map: Record<string, false>): void;
  removeKeyMap(map: Record<string, false>): void;
}

/**
 * Disables the editor's bindings of the Tab key, so that the Tab key moves the focus to the next element. With the default bindings, the
 * Tab key indents the text, and keyboard users could not leave the editor.
 */
const tabKeys = { Tab: false, "Shift-Tab": false } as const;

/**
 * Makes GraphiQL accessible: names the editors for screen readers, lets the Tab key leave an editor, and corrects the ARIA roles of tabs.
 */
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

/**
 * Removes the role `tab`, which GraphiQL gives to elements that contain two buttons. Screen readers do not announce buttons in an element
 * with this role.
 */
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
