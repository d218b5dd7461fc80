/**
 * The Content Security Policy of the page forbids style elements. React Aria adds a style element with a fixed id, unless the page already
 * has an element with this id. main.css contains the rule of React Aria's style element.
 */
export function replaceInjectedStyle(): void {
  const marker = document.createElement("meta");
  marker.id = "react-aria-pressable-style";
  document.head.append(marker);
}
