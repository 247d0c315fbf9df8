import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, request as httpRequest } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { listen } from "./listen";

const run = promisify(execFile);

/** A company's own certificate authority, TLS in front of a backend, and a proxy. */
export type CompanyNetwork = {
  /** The PEM file of the authority's certificate, which Node doesn't trust by itself. */
  authority: string;
  /** With a name and a password in it. */
  proxyUrl: string;
  /** The targets of the CONNECT requests so far, each with the credentials that were sent. */
  tunnels: string[];
  /** Makes the proxy refuse new tunnels; open tunnels stay. */
  closeProxy(isClosed: boolean): void;
  close(): Promise<void>;
};

const PASS = `Basic ${Buffer.from("panel:of the company").toString("base64")}`;

/**
 * @param hosts the ports of plain servers on this machine, by host names that only the proxy knows;
 *   a name that begins with `https:` gets TLS in front of its server
 */
export async function startCompanyNetwork(hosts: Record<string, string>): Promise<CompanyNetwork> {
  const folder = await mkdtemp(join(tmpdir(), "panel-company-"));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => run("openssl", args, { cwd: folder });
  const made = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  await openssl("req", ...made, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=The company");
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const listening = (server: Server): Promise<number> => {
    servers.push(server);
    server.on("connection", (socket: Socket) => sockets.add(socket));
    return listen(server);
  };

  const ports = new Map<string, number>();
  for (const [address, target] of Object.entries(hosts)) {
    const { protocol, hostname, port } = new URL(address);
    if (protocol === "http:") {
      ports.set(`${hostname}:${port || 80}`, Number(new URL(target).port));
      continue;
    }
    const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-addext", `subjectAltName=DNS:${hostname}`];
    await openssl("req", ...made, ...signed, "-keyout", "host.key", "-out", "host.pem", "-subj", `/CN=${hostname}`);
    const [key, cert] = await Promise.all([readFile(at("host.key")), readFile(at("host.pem"))]);
    const tls = createTlsServer({ key, cert }, (request, response) => {
      const { method, url, headers } = request;
      const onward = httpRequest(new URL(url ?? "/", target), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.once("error", () => response.destroy());
      request.pipe(onward);
    });
    ports.set(`${hostname}:${port || 443}`, await listening(tls));
  }

  const tunnels: string[] = [];
  let closed = false;
  const proxy = createServer((_request, response) => response.writeHead(400).end());
  proxy.on("connect", ({ url = "", headers }, client: Socket) => {
    client.on("error", () => undefined);
    tunnels.push(url);
    const port = ports.get(url) ?? (url.startsWith("127.0.0.1:") ? Number(url.split(":")[1]) : undefined);
    if (closed || port === undefined || headers["proxy-authorization"] !== PASS) {
      client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const onward = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(client).pipe(onward);
    });
    onward.once("error", () => client.destroy());
    sockets.add(onward);
  });
  const proxyPort = await listening(proxy);
  return {
    authority: at("ca.pem"),
    proxyUrl: `http://panel:of%20the%20company@127.0.0.1:${proxyPort}`,
    tunnels,
    closeProxy: (isClosed) => {
      closed = isClosed;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
