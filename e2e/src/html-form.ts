/** The first HTML form on a page, for submission without JavaScript. */
export interface HtmlForm {
  /** Submits the form with changed values, and does not follow redirects. */
  send(changes: Record<string, string>): Promise<{ status: number; location: string | null; text: string }>;
}

const entities: Record<string, string> = { "&quot;": '"', "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#x27;": "'" };
const decode = (text: string) => text.replace(/&(quot|amp|lt|gt|#x27);/g, (entity) => entities[entity] ?? entity);
const attribute = (element: string, name: string) => decode(new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? "");

export async function readForm(address: string): Promise<HtmlForm> {
  const html = await (await fetch(address)).text();
  const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([element]) => [attribute(element, "name"), attribute(element, "value")] as const);
  return {
    async send(changes) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...Object.fromEntries(inputs), ...changes })) body.append(name, value);
      const response = await fetch(address, { method: "POST", body, redirect: "manual" });
      return { status: response.status, location: response.headers.get("location"), text: await response.text() };
    },
  };
}
