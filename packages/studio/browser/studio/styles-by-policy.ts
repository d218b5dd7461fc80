/**
 * The Content Security Policy of the page forbids style elements. React Aria adds no style element if the page has an element with the same
 * id. main.css contains the style rule.
 */
export function replaceInjectedStyle(): void {
  const marker = document.createElement("meta");
  marker.id = "react-aria-pressable-style";
  document.head.append(marker);
}
