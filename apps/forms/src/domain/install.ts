import type { FormInstallPlacement } from "../generated/types.js";
import { channelOfPlacement } from "./channels.js";

/** The address of a short link. */
export const urlOfCode = (publicUrl: string, code: string): string => `${publicUrl}/s/${code}`;

interface Installed {
  rowId: string;
  workspaceId: string;
  channelId: string;
  publicKey: string;
  published: boolean;
}

/** How to install a placement whose short link has this code. */
export function installOf(publicUrl: string, placement: Installed, code: string): FormInstallPlacement {
  const { rowId, publicKey, published } = placement;
  const { surface } = channelOfPlacement(placement);
  const url = urlOfCode(publicUrl, code);
  const snippet = surface === "WEBSITE" ? `<script src="${publicUrl}/embed.js" data-key="${publicKey}" async></script>` : null;
  return { placementId: rowId, surface, url, snippet, qrSvgUrl: `${url}/qr.svg`, published };
}
