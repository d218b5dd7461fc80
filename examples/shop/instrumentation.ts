/** Next.js calls `register` once when the server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startSending } = await import("./lib/orders");
  startSending();
}
