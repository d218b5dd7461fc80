export interface Voice {
  stars: number;
  reason: "delivery" | "quality" | "price" | "service" | "website";
  why?: string;
}

export const voices: readonly Voice[] = [
  { stars: 5, reason: "delivery", why: "Ordered on Tuesday, here on Wednesday. Fast delivery and a friendly driver." },
  { stars: 5, reason: "quality", why: "The jacket is wonderful. The fabric is soft and the seams are very neat." },
  { stars: 4, reason: "price", why: "Good price for what you get, though the shipping was a bit expensive." },
  { stars: 2, reason: "delivery", why: "The parcel came nine days late and nobody told me anything." },
  { stars: 5, reason: "service", why: "I had the wrong size and the support was really helpful. The exchange was easy!" },
  { stars: 3, reason: "website", why: "The checkout is confusing. I had to enter my address twice." },
  { stars: 4, reason: "quality", why: "Nice shoes, comfortable from the first day. The laces are too short." },
  { stars: 5, reason: "website", why: "Simple website, paying took ten seconds." },
  { stars: 1, reason: "quality", why: "The bag was broken when it arrived. The zip is cheap and the colour is ugly." },
  { stars: 4, reason: "delivery" },
  { stars: 5, reason: "price", why: "With the code from Anna it was a great deal." },
  { stars: 3, reason: "price", why: "The sweater is beautiful but too expensive without a discount." },
  { stars: 5, reason: "quality", why: "Better than I expected. The material feels solid and the fit is perfect." },
  { stars: 2, reason: "service", why: "The hotline was slow and the answer was unfriendly. I am still waiting for my refund." },
  { stars: 4, reason: "service", why: "Customer service answered within an hour. Very polite." },
  { stars: 5, reason: "delivery", why: "Great packaging, no plastic. Delivery was quick." },
  { stars: 4, reason: "website", why: "The size guide is useful. The photos could be larger." },
  { stars: 3, reason: "quality", why: "The shirt is fine, the collar is a little stiff." },
  { stars: 5, reason: "price" },
  { stars: 1, reason: "delivery", why: "Never arrived. The tracking is useless." },
  { stars: 4, reason: "price", why: "Fair prices, and the voucher worked at once." },
  { stars: 5, reason: "quality", why: "My daughter loves the dress. The colours are beautiful." },
  { stars: 2, reason: "website", why: "The search is bad, I could not find the filter for wide shoes." },
  { stars: 5, reason: "service", why: "Handwritten card in the box. Lovely service, thank you!" },
  { stars: 4, reason: "delivery", why: "Delivery was fast, but the box was damaged." },
  { stars: 3, reason: "service", why: "The return was complicated. I had to print the label myself." },
  { stars: 5, reason: "website", why: "Easy to order on the phone." },
  { stars: 4, reason: "quality" },
  { stars: 5, reason: "quality", why: "Zweite Bestellung, wieder sehr zufrieden. Die Qualität ist super." },
  { stars: 2, reason: "price", why: "The same coat was cheaper a week later. That is annoying." },
  { stars: 5, reason: "delivery", why: "Could choose the evening for the delivery. Perfect." },
  { stars: 4, reason: "website", why: "Paying with my card was easy, the confirmation came late." },
];

export const robotWords = "Best cheap watches, visit our shop now";
