import { visiting } from "../shared/storage.js";

type Click = Record<"id" | "kind", string>;

const mark = "click";
/** URL parameters that contain the click ids of ad networks. */
const networks = ["gclid", "gbraid", "wbraid", "msclkid", "fbclid", "ttclid"];

/** Returns the visitor's last click on a short link or an ad during this visit. The click is stored until the tab is closed. */
export function clickOfVisit(): Click | undefined {
  const asked = new URLSearchParams(location.search);
  const isOwn = asked.get("click") && asked.get("kind");
  const parameter = isOwn ? "click" : networks.find((name) => asked.get(name));
  if (parameter) visiting.write(mark, JSON.stringify({ id: asked.get(parameter), kind: isOwn ? asked.get("kind") : parameter }));
  const stored = visiting.read(mark);
  return stored === null ? undefined : (JSON.parse(stored) as Click);
}
