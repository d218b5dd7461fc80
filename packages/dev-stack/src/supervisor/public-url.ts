import type { Settings } from "./settings.js";

/** PUBLIC_URL of a gateway replica, unless `npm start` has one. */
export function publicUrl(
  { publicUrl: given, host, port }: Pick<Settings, "publicUrl" | "host" | "port">,
  index: number,
): { PUBLIC_URL?: string } {
  return given ? {} : { PUBLIC_URL: `http://${host}:${port + index}` };
}
