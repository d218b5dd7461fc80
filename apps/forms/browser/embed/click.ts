import { visiting } from "../shared/keep.js";

/** What brought a visitor here: the id of a click, and whose it is. */
interface Click {
  id: string;
  kind: string;
}

const mark = "click";
/** The ids that the networks add to the addresses of what they advertise. */
const networks = ["gclid", "gbraid", "wbraid", "msclkid", "fbclid", "ttclid"];

/** The click that this visit began with: of a short link or an advertisement, kept until the tab is closed; the latest one counts. */
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
