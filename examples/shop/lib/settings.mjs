/** Settings of the shop. In Next.js, put them into `.env.local`. None of the names begins with NEXT_PUBLIC_, so they stay on the server. */
export const settings = {
  url: process.env.OFFERGRAPH_URL ?? "http://localhost:4000",
  /** A secret key of level READ. It validates discount codes. */
  key: process.env.OFFERGRAPH_KEY ?? "",
  /** The key of the shop's store connection. It sends orders. */
  storeKey: process.env.OFFERGRAPH_STORE_KEY ?? "",
  /** The public key of a form's placement on the website. */
  publicKey: process.env.OFFERGRAPH_PUBLIC_KEY ?? "",
  /** The secret of the placement. It signs the customer's reference. */
  placementSecret: process.env.OFFERGRAPH_PLACEMENT_SECRET ?? "",
};
