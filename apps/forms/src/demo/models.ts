export const reasons = [
  { key: "delivery", what: "Delivery and shipping" },
  { key: "quality", what: "Quality of the product" },
  { key: "price", what: "Price" },
  { key: "service", what: "Customer service" },
  { key: "website", what: "Ordering on the website" },
] as const;

const stars = { type: "rating", name: "stars", title: "How happy are you with your order?", isRequired: true, rateMax: 5 };
const why = { type: "comment", name: "why", title: "Tell us why, in your own words", maxLength: 2000 };
const thanks = { completedHtml: "<p>Thank you. We read every answer.</p>" };

export const longModel = {
  ...thanks,
  title: "How was your order?",
  pages: [
    {
      name: "order",
      title: "Your order",
      elements: [
        stars,
        {
          type: "radiogroup",
          name: "reason",
          title: "What is the main reason for your rating?",
          isRequired: true,
          choices: reasons.map(({ key, what }) => ({ value: key, text: what })),
        },
      ],
    },
    {
      name: "words",
      title: "In your words",
      elements: [why, { type: "boolean", name: "again", title: "Would you order from us again?" }],
    },
  ],
};

export const shortModel = {
  ...thanks,
  title: "Your order in half a minute",
  pages: [{ name: "order", elements: [stars, why] }],
};

export const leavingModel = {
  title: "Before you go",
  pages: [
    {
      name: "leaving",
      elements: [
        {
          type: "checkbox",
          name: "missing",
          title: "What was missing?",
          showOtherItem: true,
          choices: ["My size", "A better price", "Free delivery", "A way to pay"],
        },
        { type: "comment", name: "wish", title: "What should we add?" },
      ],
    },
  ],
};
