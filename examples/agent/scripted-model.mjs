// A scripted replacement for a language model. The script adds one partner.

const script = [
  () => ({ calls: [{ id: "1", name: "search_operations", arguments: { query: "create partner" } }] }),
  ({ name }) => ({
    calls: [{ id: "2", name: "call_operation", arguments: { name: "create_partner", arguments: { input: { name } } } }],
  }),
  ({ last }) => ({ text: last }),
];

export async function scriptedModel({ messages }) {
  const turn = messages.filter(({ role }) => role === "assistant").length;
  const name = messages[0].text.replace(/^Add the partner /, "").replace(/\.$/, "");
  return script[turn]({ name, last: messages.at(-1).text });
}
