import { pngOf } from "@offergraph/testkit/images";
import type { GraphQLClient } from "./client.js";
import { waitUntil } from "./wait-until.js";
import { change } from "./website-form.js";

/** A logo that shows a dark disc on a transparent background. */
const disc = pngOf(96, 96, (x, y) => (Math.hypot(x - 47.5, y - 47.5) < 46 ? [20, 40, 60, 255] : [0, 0, 0, 0]));

/** A test brand with a value in every field. The accent color has too little contrast on a light page. */
export const brand = {
  ...{ accentColor: "#ff9f1c", font: "MONOSPACE", cornerRadius: 2, locale: "de", supportEmail: "help@shop.example" },
  logo: disc.toString("base64"),
};

export async function setBrand(client: GraphQLClient, address: string): Promise<void> {
  await change(client, "update_brand", brand, "");
  await waitUntil("the forms service has received the brand", async () => (await (await fetch(address)).text()).includes('id="logo"'));
}
