// Calls a language model in the "chat completions" format, which many servers support.

/** Returns a model. `url` is the base URL of the model's server, without `/chat/completions`. */
export function chatModel({ url, name, key }) {
  return async ({ instructions, messages, tools }) => {
    const response = await fetch(`${url}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({
        model: name,
        messages: [{ role: "system", content: instructions }, ...messages.map(chatMessage)],
        tools: tools.map((tool) => ({
          type: "function",
          function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
        })),
      }),
    });
    if (!response.ok) throw new Error(`The model responded with ${response.status}: ${await response.text()}`);
    const { choices } = await response.json();
    const { content, tool_calls: calls = [] } = choices[0].message;
    return {
      text: content ?? "",
      calls: calls.map((call) => ({ id: call.id, name: call.function.name, arguments: JSON.parse(call.function.arguments || "{}") })),
    };
  };
}

function chatMessage({ role, id, text, calls }) {
  if (role === "tool") return { role, tool_call_id: id, content: text };
  if (!calls) return { role, content: text };
  const toolCalls = calls.map((call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
  return { role, content: text || null, tool_calls: toolCalls };
}
