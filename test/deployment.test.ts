import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { readEnv, variableNames } from "~/.server/env";
import { MAX_FILE_FORM_BYTES } from "~/.server/http/body-limits";
import { screens } from "~/route-table";
import { root } from "../scripts/lib/project.mjs";
import { giveFolder } from "./support/own-folder";

type Yaml = string | Yaml[] | { [key: string]: Yaml };

/** Reads a YAML file whose numbers and booleans stay texts. */
const readYaml = (text: string) =>
  parseAllDocuments(text, { schema: "failsafe", merge: true }).map((document): Yaml => document.toJS());

const read = (path: string) => readFileSync(join(root, path), "utf8");
const dockerfile = read("Dockerfile");
const imagePort = /^EXPOSE (\d+)$/m.exec(dockerfile)?.[1];
const written = /^VOLUME (\S+)$/m.exec(dockerfile)?.[1];
const paths = screens
  .filter(({ access, hasOneAddress }) => access === "public" && hasOneAddress)
  .map(({ path }) => `/${path}`);
/** What docs/operations.md promises under "Stopping", in seconds from SIGTERM. */
const gone = 10;

/** Returns the value at a path such as `spec.replicas` or `containers.0.image`. */
function at(value: Yaml | undefined, path: string): Yaml | undefined {
  return path
    .split(".")
    .reduce<Yaml | undefined>((part, key) => (part as Record<string, Yaml> | undefined)?.[key], value);
}

const manifests = readYaml(read("deploy/kubernetes.yaml"));
const kind = (name: string) => manifests.filter((manifest) => at(manifest, "kind") === name);
const [deployment] = kind("Deployment");
const pod = at(deployment, "spec.template.spec");
const container = at(pod, "containers.0");

it("Service, budget and network policy select the deployment's pods", () => {
  const labels = at(deployment, "spec.template.metadata.labels");
  expect(labels).toEqual({ "app.kubernetes.io/name": "panel" });
  expect(at(deployment, "spec.selector.matchLabels")).toEqual(labels);
  expect(at(kind("Service")[0], "spec.selector")).toEqual(labels);
  expect(at(kind("PodDisruptionBudget")[0], "spec.selector.matchLabels")).toEqual(labels);
  expect(at(kind("NetworkPolicy")[0], "spec.podSelector.matchLabels")).toEqual(labels);
  const service = at(kind("Ingress")[0], "spec.rules.0.http.paths.0.backend.service.name");
  expect(service).toBe(at(kind("Service")[0], "metadata.name"));
});

it("The memory alert fires before a pod reaches its memory limit", () => {
  const alert = /process_resident_memory_bytes\S* > (\S+)/.exec(read("docs/alerts.yaml"))?.[1];
  const limit = /^(\d+)Mi$/.exec(at(container, "resources.limits.memory") as string)?.[1];
  expect(Number(alert)).toBeLessThan(0.8 * Number(limit) * 2 ** 20);
});

it("The manifests and their secret are a whole configuration", () => {
  const data = at(kind("ConfigMap")[0], "data") as Record<string, string>;
  const env = at(container, "env") as Yaml[];
  const secret = env.map((entry) => at(entry, "name") as string);
  expect(variableNames).toEqual(expect.arrayContaining([...Object.keys(data), ...secret]));
  for (const entry of env) {
    expect(at(entry, "valueFrom.secretKeyRef.name")).toBe("panel");
    expect(at(entry, "valueFrom.secretKeyRef.key")).toBe(at(entry, "name"));
  }
  // No secret stands in the file itself.
  expect(secret.sort()).toEqual(["DATABASE_URL", "METRICS_TOKEN", "OIDC_CLIENT_SECRET", "SESSION_SECRET"]);
  const filled = {
    ...data,
    SESSION_SECRET: "a-secret-that-only-this-test-knows-0001",
    DATABASE_URL: "postgres://panel@postgres.example:5432/panel?sslmode=verify-full",
  };
  expect(readEnv({ NODE_ENV: "production", ...filled })).toMatchObject({ APP_URL: data.APP_URL });
});

it("The probes ask the port and the paths that the app has", () => {
  expect(at(container, "ports.0.containerPort")).toBe(imagePort);
  expect(at(kind("NetworkPolicy")[0], "spec.ingress.0.ports.0.port")).toBe(imagePort);
  expect(at(kind("Service")[0], "spec.ports.0.targetPort")).toBe(at(container, "ports.0.name"));
  expect(at(container, "livenessProbe.httpGet.path")).toBe("/healthz");
  expect(at(container, "startupProbe.httpGet.path")).toBe("/healthz");
  expect(at(container, "readinessProbe.httpGet.path")).toBe("/readyz");
  expect(paths).toEqual(expect.arrayContaining(["/healthz", "/readyz"]));
});

it("The Ingress hides /metrics and limits sign-ins in any case of the path", () => {
  const ingress = (name: string) => kind("Ingress").find((manifest) => at(manifest, "metadata.name") === name);
  const pathOf = (name: string) => new RegExp(`^${at(ingress(name), "spec.rules.0.http.paths.0.path") as string}`, "i");
  const annotation = (name: string, key: string) =>
    (at(ingress(name), "metadata.annotations") as Record<string, string>)[`nginx.ingress.kubernetes.io/${key}`];
  for (const path of ["/metrics", "/METRICS/", "/metrics.data"]) expect(path).toMatch(pathOf("panel-metrics"));
  expect(annotation("panel-metrics", "whitelist-source-range")).toBe("127.0.0.1/32");
  const signIns = ["/auth", "/auth/", "/Auth/login", "/auth/login.data", "/en-US/auth/login", "/auth.data"];
  for (const path of signIns) expect(path).toMatch(pathOf("panel-sign-in"));
  for (const path of ["/auth/session", "/sellers", "/x/auth"]) expect(path).not.toMatch(pathOf("panel-sign-in"));
  expect(Number(annotation("panel-sign-in", "limit-rps"))).toBeLessThan(Number(annotation("panel", "limit-rps")));
  for (const name of ["panel-sign-in", "panel-metrics"]) expect(annotation(name, "use-regex")).toBe("true");
});

it("The app has the time that it needs to end", () => {
  const pause = Number(at(container, "lifecycle.preStop.exec.command.1"));
  const noticed =
    Number(at(container, "readinessProbe.periodSeconds")) * Number(at(container, "readinessProbe.failureThreshold"));
  // A database that stalls once or twice must not make Kubernetes take the pod off the Service.
  expect(Number(at(container, "readinessProbe.timeoutSeconds"))).toBeGreaterThan(2);
  expect(Number(at(container, "readinessProbe.failureThreshold"))).toBeGreaterThan(2);
  expect(pause).toBeGreaterThan(noticed);
  expect(Number(at(pod, "terminationGracePeriodSeconds"))).toBeGreaterThan(pause + gone);
});

it("The process may do nothing but its work", () => {
  expect(at(pod, "securityContext")).toMatchObject({ runAsNonRoot: "true", runAsUser: "1000", fsGroup: "1000" });
  expect(at(pod, "automountServiceAccountToken")).toBe("false");
  expect(at(container, "securityContext")).toEqual({
    allowPrivilegeEscalation: "false",
    readOnlyRootFilesystem: "true",
    capabilities: { drop: ["ALL"] },
  });
  const mounts = at(container, "volumeMounts") as Yaml[];
  const volumes = at(pod, "volumes") as Yaml[];
  expect(mounts.map((mount) => at(mount, "mountPath"))).toEqual([written, "/tmp"]);
  expect(volumes).toEqual(mounts.map((mount) => ({ name: at(mount, "name"), emptyDir: { sizeLimit: "16Mi" } })));
});

const [compose] = readYaml(read("compose.yaml"));
const services = at(compose, "services") as Record<string, Yaml>;
const processes = Object.keys(services).filter((name) => name.startsWith("panel-"));

it("The services run three tightly confined processes of one image", () => {
  expect(processes).toEqual(["panel-1", "panel-2", "panel-3"]);
  for (const name of processes) expect(services[name]).toBe(at(compose, "x-panel"));
  for (const service of Object.values(services))
    expect(at(service, "security_opt")).toEqual(["no-new-privileges:true"]);
  for (const service of Object.values(services)) expect(at(service, "cap_drop")).toEqual(["ALL"]);
  expect(at(compose, "x-panel.read_only")).toBe("true");
  expect(Number.parseInt(at(compose, "x-panel.stop_grace_period") as string, 10)).toBeGreaterThan(gone);
});

it("The services name the app's variables and its port", () => {
  const variables = at(compose, "x-panel.environment") as Record<string, string>;
  const names = Object.keys(variables).map((name) => name.replace(/_FILE$/, ""));
  expect(variableNames).toEqual(expect.arrayContaining(names));
  expect(variables.PORT).toBe(imagePort);
});

it("The app and PostgreSQL read the password that the setup made once", () => {
  const folder = giveFolder();
  const script = at(services["database-password"], "command.0") as string;
  const make = () =>
    execFileSync("sh", ["-ec", script.replaceAll("$$", "$").replaceAll("/run/database", folder)], { encoding: "utf8" });
  const files = () => ["password", "url"].map((name) => readFileSync(join(folder, name), "utf8").trim());
  make();
  const [password = "", url = ""] = files();
  expect(password).toMatch(/^[0-9a-f]{48}$/);
  const made = at(services.postgres, "environment") as Record<string, string>;
  expect(url).toBe(`postgres://${made.POSTGRES_USER}:${password}@postgres:5432/${made.POSTGRES_DB}`);
  make();
  expect(files()).toEqual([password, url]);
  expect(made.POSTGRES_PASSWORD_FILE).toBe("/run/database/password");
  expect(at(compose, "x-panel.environment.DATABASE_URL_FILE")).toBe("/run/database/url");
});

it("The nginx service has the configuration that is tested", () => {
  expect(at(services.nginx, "volumes")).toEqual([
    "./deploy/nginx.conf:/etc/panel/nginx.conf:ro",
    "./deploy/compose-upstream.conf:/etc/panel/upstream.conf:ro",
  ]);
  expect((at(services.nginx, "command") as string[]).slice(0, 3)).toEqual(["nginx", "-c", "/etc/panel/nginx.conf"]);
  const listens = /^\s*listen (\d+);$/m.exec(read("deploy/nginx.conf"))?.[1];
  expect(at(services.nginx, "ports")).toEqual([`127.0.0.1:8080:${listens}`]);
});

it("The systemd unit starts the app as the image does, with the same memory", () => {
  const unit = read("deploy/panel.service");
  const said = (name: string) => new RegExp(`^${name}=(.+)$`, "m").exec(unit)?.[1];
  const command = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? "[]") as string[];
  expect(said("ExecStart")).toBe(`/usr/bin/${command.join(" ")}`);
  expect(said("MemoryMax")?.toLowerCase()).toBe(at(compose, "x-panel.mem_limit"));
  expect(Number(said("TimeoutStopSec"))).toBeGreaterThan(gone);
  const variables = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = ""]) => pairs.split(" "));
  expect(variableNames).toEqual(expect.arrayContaining(variables.map((pair) => pair.split("=")[0])));
});

const text = read("deploy/nginx.conf");
const said = (directive: string) =>
  [...text.matchAll(new RegExp(`^\\s*${directive} (.+);$`, "gm"))].map(([, value = ""]) => value);

it("The proxy never repeats at a second process what may be done", () => {
  expect(said("proxy_next_upstream")).toHaveLength(2);
  for (const when of said("proxy_next_upstream")) expect(when).not.toContain("non_idempotent");
});

it("The proxy takes the largest form and waits for the slowest answer", () => {
  expect(Number.parseInt(said("client_max_body_size")[0] ?? "", 10) * 1024 * 1024).toBeGreaterThan(MAX_FILE_FORM_BYTES);
  const { BACKEND_TIMEOUT_MS } = readEnv({
    APP_URL: "https://panel.example",
    OIDC_ISSUER: "https://login.example",
    OIDC_CLIENT_ID: "panel",
    SELLERS_API_URL: "https://sellers.example",
    PROFILE_API_URL: "https://directory.example",
    SESSION_SECRET: "a-secret-that-only-this-test-knows-0001",
  });
  expect(Number.parseInt(said("proxy_read_timeout")[0] ?? "", 10) * 1000).toBeGreaterThan(2 * BACKEND_TIMEOUT_MS);
});
