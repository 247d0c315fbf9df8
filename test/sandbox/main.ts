import { parseArgs } from "node:util";
import { onStopRequest } from "../../scripts/lib/process.mjs";
import { SHAPE_USAGE } from "./backend-shape";
import { startSandbox } from "./sandbox";

const USAGE = `npm run sandbox -- [options]
  --app-url URL                 where the app is (default http://localhost:3000)
  --directory PATH              where everything is kept (default ./data/sandbox); "" keeps nothing
  --provider-port, --sellers-port, --profile-port, --control-port N   (default 4010 to 4013; 0 takes a free one)
  --scoped                      the sellers backend shows each person only their own sellers
  ${SHAPE_USAGE}
  --count N                     how many sellers are seeded (default 320)
  --json                        print one line of JSON instead of text when ready`;

const { values } = parseArgs({
  options: {
    "app-url": { type: "string", default: "http://localhost:3000" },
    directory: { type: "string", default: "./data/sandbox" },
    "provider-port": { type: "string", default: "4010" },
    "sellers-port": { type: "string", default: "4011" },
    "profile-port": { type: "string", default: "4012" },
    "control-port": { type: "string", default: "4013" },
    scoped: { type: "boolean", default: false },
    backend: { type: "string" },
    count: { type: "string", default: "320" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const SERVERS = ["provider", "sellers", "profile", "control"] as const;

function refuse(why: string): never {
  console.error(`${why}\n\n${USAGE}`);
  process.exit(1);
}

function number(name: keyof typeof values): number {
  const value = Number(values[name]);
  return Number.isInteger(value) && value >= 0 ? value : refuse(`--${name} must be a whole number`);
}

if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

const sandbox = await startSandbox({
  appUrl: values["app-url"],
  directory: values.directory || undefined,
  ports: Object.fromEntries(SERVERS.map((name) => [name, number(`${name}-port`)])),
  sellers: { scoped: values.scoped, backend: values.backend, count: number("count") },
}).catch((error: Error) => refuse(`The sandbox can't start: ${error.message}`));

onStopRequest(() => void sandbox.close().then(() => process.exit(0)));

const { issuer, sellersUrl, profileUrl, controlUrl, env, accounts } = sandbox;
if (values.json) console.log(JSON.stringify({ issuer, sellersUrl, profileUrl, controlUrl, env, accounts }));
else {
  console.log("The sandbox is ready. The app needs:\n");
  for (const [name, value] of Object.entries(env)) console.log(`  ${name}=${value}`);
  console.log(`\nControl: ${controlUrl} (test/sandbox/README.md)\n\nAccounts:`);
  for (const account of Object.values(accounts)) {
    const role = account.jobTitle ?? "(no directory record)";
    console.log(`  ${account.login.padEnd(20)} ${account.password}  ${role}`);
  }
}
