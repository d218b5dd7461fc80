import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** Opens a TCP connection, or a TLS connection for an https URL. */
export function openSocket(url: URL): Socket {
  const isSecure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const socket = isSecure ? connectTls({ host, port, ...(!isIP(host) && { servername: host }) }) : connect({ host, port });
  return socket.setNoDelay(true).setKeepAlive(true, 60_000);
}
