import type { Settings } from "./settings.js";

/**
 * Default of PUBLIC_URL for an app: the address of the gateway, or of its replica with this index. Empty if `npm start` has a
 * PUBLIC_URL.
 */
export function publicUrl(
  { publicUrl: given, host, port }: Pick<Settings, "publicUrl" | "host" | "port">,
  index: number,
): { PUBLIC_URL?: string } {
  return given ? {} : { PUBLIC_URL: `http://${host}:${port + index}` };
}
