import { fileURLToPath } from "node:url";

/**
 * Options for esbuild. `alias` replaces a dependency of GraphiQL that adds inline styles, which the pages' Content Security Policy forbids.
 */
export const options = {
  alias: { "react-style-singleton": fileURLToPath(new URL("explorer/style-singleton.ts", import.meta.url)) },
};
