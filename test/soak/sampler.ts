import { readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import pg from "pg";
import type { World } from "../support/world";

export type Sample = { residentMB: number; heapMB: number; handles: number; databaseMB: number };

/** Measures the process and its database; undefined while the process doesn't run. */
export async function takeSample(world: World, token: string): Promise<Sample | undefined> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${world.app.url}/metrics`, { headers, signal: AbortSignal.timeout(5_000) });
    const text = await response.text();
    const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
    return {
      residentMB: metric("process_resident_memory_bytes") / 1e6,
      heapMB: metric("nodejs_heap_size_used_bytes") / 1e6,
      handles: metric("process_open_fds"),
      databaseMB: (await databaseBytes(world.env.DATABASE_URL as string)) / 1e6,
    };
  } catch {
    return undefined;
  }
}

/** The size of SQLite's files, or of PostgreSQL's database. */
async function databaseBytes(url: string): Promise<number> {
  if (url.startsWith("file:")) {
    const folder = dirname(url.slice("file:".length));
    const files = readdirSync(folder).filter((name) => name.startsWith("panel.db"));
    return files.reduce((sum, name) => sum + statSync(`${folder}/${name}`).blocks * 512, 0);
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select pg_database_size(current_database()) as bytes");
  await client.end();
  return Number(rows[0].bytes);
}

/**
 * Returns the smallest value of the first and of the last third of a process's samples; the smallest
 * is what garbage collection leaves. The first fifth, the warm-up, is left out.
 */
export function trend(samples: Sample[], of: "heapMB" | "handles"): [first: number, last: number] {
  const warm = samples.slice(Math.floor(samples.length / 5)).map((sample) => sample[of]);
  const third = Math.max(1, Math.floor(warm.length / 3));
  return [Math.min(...warm.slice(0, third)), Math.min(...warm.slice(-third))];
}
