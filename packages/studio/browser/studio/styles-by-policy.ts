/**
 * Prevents React Aria from adding a style element, which the page's Content Security Policy forbids. React Aria skips its style element if
 * the page already has an element with the same id. main.css contains the style rule.
 */
export function replaceInjectedStyle(): void {
  const marker = document.createElement("meta");
  marker.id = "react-aria-pressable-style";
  document.head.append(marker);
}
