import type { FormInstallPlacement, FormPlacement } from "../generated/types.js";
import { channelOfPlacement } from "./channels.js";
import { asksEmail } from "./placement-config.js";

export const urlOfCode = (publicUrl: string, code: string): string => `${publicUrl}/s/${code}`;

type Installed = Pick<FormPlacement, "rowId" | "workspaceId" | "channelId" | "publicKey" | "published" | "hasSecret" | "config">;

export function installOf(publicUrl: string, placement: Installed, code: string): FormInstallPlacement {
  const { rowId, published, config } = placement;
  const { surface } = channelOfPlacement(placement);
  const url = urlOfCode(publicUrl, code);
  const snippet = surface === "WEBSITE" ? snippetOf(publicUrl, placement) : null;
  return { placementId: rowId, surface, url, snippet, qrSvgUrl: `${url}/qr.svg`, published, askEmail: asksEmail(surface, config) };
}

/** Returns the HTML that the user pastes into a website. The user fills in `data-customer`; an empty value identifies no customer. */
function snippetOf(publicUrl: string, { publicKey, hasSecret }: Installed): string {
  const customer = hasSecret ? 'data-customer="" data-customer-signature=""' : 'data-customer=""';
  return `<script src="${publicUrl}/embed.js" data-key="${publicKey}" ${customer} async></script>`;
}
