import { fileURLToPath } from "node:url";

/**
 * Options for esbuild. `alias` replaces a dependency of GraphiQL, because the Content Security Policy forbids the dependency's inline
 * styles.
 */
export const options = {
  alias: { "react-style-singleton": fileURLToPath(new URL("explorer/style-singleton.ts", import.meta.url)) },
};
