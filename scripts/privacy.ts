/*
 * `npm run privacy -- export|erase --user SUB` and `… --seller ID`: prints or erases the stored
 * data of a person or seller, also while the panel runs (docs/operations.md, "Personal data").
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { closeDatabase } from "../app/.server/db/database";
import { ConfigurationError, env } from "../app/.server/env";
import { existingSqliteFile } from "./lib/sqlite-file";
import { dataOfSeller, dataOfUser, eraseSeller, eraseUser } from "./privacy/personal-data";

const USAGE = "privacy export|erase --user SUB | --seller ID";

function readOrder() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { user: { type: "string" }, seller: { type: "string" } },
    });
    const [verb, ...more] = positionals;
    const { user, seller } = values;
    if ((verb !== "export" && verb !== "erase") || more.length > 0 || !user === !seller) return undefined;
    return { verb, user, seller: seller ?? "" };
  } catch {
    return undefined;
  }
}

const order = readOrder();
if (!order) {
  console.error(USAGE);
  process.exit(2);
}
if (existsSync(".env")) process.loadEnvFile(".env");
process.env.LOG_LEVEL = "silent";
try {
  // A new database has nothing to erase, and the result would look like success.
  existingSqliteFile(env().DATABASE_URL.reveal());
  const { verb, user, seller } = order;
  const result =
    verb === "export"
      ? await (user ? dataOfUser(user) : dataOfSeller(seller))
      : await (user ? eraseUser(user) : eraseSeller(seller));
  console.log(JSON.stringify(result, null, 2));
  if ("stopping" in result && result.stopping > 0) {
    console.error("Jobs are being stopped: run the same command again in a minute");
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : String(error));
  process.exitCode = 1;
} finally {
  // Open connections would keep the process alive.
  await closeDatabase().catch(() => undefined);
}
