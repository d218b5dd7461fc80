/** Things by class, as singular words. A compound has the class of its last listed word. */
const words: Readonly<Record<string, string>> = {
  price: "price cost fee charge value money budget rate bill surcharge",
  delivery: "delivery shipping shipment dispatch courier parcel package packaging box postage carrier driver tracking arrival",
  quality:
    "quality material fabric finish stitching seam zipper zip button leather cotton wool texture durability workmanship build battery",
  service: "service support staff team agent assistant employee helpdesk hotline chat reply response salesperson advice communication",
  fit: "fit size sizing length width waist sleeve cut measurement",
  design: "design colour color style look pattern print shape appearance photo picture image",
  product:
    "product item article jacket shirt dress shoe boot sneaker trouser jeans coat sweater bag hat sock phone cable charger lamp chair table",
  taste: "taste flavour flavor smell scent aroma coffee tea chocolate food",
  website: "website site page app application checkout shop search cart basket form login account menu navigation filter",
  payment: "payment card invoice paypal transfer installment wallet",
  returns: "return refund exchange warranty guarantee replacement",
  discount: "discount coupon voucher code promotion offer deal sale gift reward bonus",
  choice: "choice selection range assortment variety stock availability option",
  order: "order purchase confirmation",
  information: "description information instruction manual guide detail explanation review",
};

const classes = new Map(Object.entries(words).flatMap(([name, list]) => list.split(" ").map((word) => [word, name] as const)));

/** Class of a thing by its words' lemmas; null if none is known. */
export function thingClassOf(lemmas: readonly string[]): string | null {
  for (const lemma of lemmas.toReversed()) {
    const name = classes.get(lemma) ?? classes.get(lemma.split("-").at(-1) ?? lemma);
    if (name !== undefined) return name;
  }
  return null;
}

const empty =
  "thing stuff lot bit way kind sort time day week month hour minute year one something anything everything nothing someone anyone " +
  "everyone total age super friend people person fact case part end start reason problem issue today yesterday tomorrow i me we us you he she it they";
const emptyWords = new Set(empty.split(" "));

/** True for a noun that is not a useful subject. */
export const namesNothing = (lemma: string): boolean => emptyWords.has(lemma);
