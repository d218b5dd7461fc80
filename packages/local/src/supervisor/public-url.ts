import type { Settings } from "./settings.js";

/**
 * What an app is told to be the public address, where the environment of `npm start` names none: that of the gateway, or of its
 * replica of this index.
 */
export function publicUrl(
  { publicUrl: given, host, port }: Pick<Settings, "publicUrl" | "host" | "port">,
  index: number,
): { PUBLIC_URL?: string } {
  return given ? {} : { PUBLIC_URL: `http://${host}:${port + index}` };
}
