import { useEffect } from "react";

/**
 * Replaces the package react-style-singleton. Applies styles as a constructed style sheet, because the Content Security Policy forbids
 * style elements. GraphiQL's dialogs apply a style that prevents the page from scrolling.
 */
export function styleSingleton(): (properties: { styles: string }) => null {
  return ({ styles }) => {
    useEffect(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      return () => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      };
    }, [styles]);
    return null;
  };
}
