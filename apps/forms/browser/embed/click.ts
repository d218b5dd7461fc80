import { visiting } from "../shared/storage.js";

/** A click id and its kind. */
interface Click {
  id: string;
  kind: string;
}

const mark = "click";
/** Click id parameters of ad networks. */
const networks = ["gclid", "gbraid", "wbraid", "msclkid", "fbclid", "ttclid"];

/** Returns the latest click of this visit, on a short link or an ad. Stored until the tab is closed. */
export function clickOfVisit(): Click | undefined {
  const asked = new URLSearchParams(location.search);
  const [id, kind] = [asked.get("click"), asked.get("kind")];
  if (id && kind) keep({ id, kind });
  else {
    const network = networks.find((name) => asked.get(name));
    if (network) keep({ id: asked.get(network) ?? "", kind: network });
  }
  const kept = visiting.read(mark);
  return kept === null ? undefined : (JSON.parse(kept) as Click);
}

const keep = (click: Click) => visiting.write(mark, JSON.stringify(click));
