import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { dirname } from "node:path";
import pg from "pg";
import type { World } from "../support/world";

export type Sample = {
  second: number;
  residentMB: number;
  heapMB: number;
  /**
   * Open files and sockets but those of its visitors, whose number is up to how many of them wait
   * at the moment.
   */
  handles: number;
  visitors: number;
  databaseMB: number;
  lagMs: number;
};

/** What the process and its store take up now; undefined while it is away. */
export async function sample(world: World, token: string, second: number): Promise<Sample | undefined> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const text = await (
      await fetch(`${world.app.url}/metrics`, { headers, signal: AbortSignal.timeout(5_000) })
    ).text();
    const of = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
    return {
      second,
      residentMB: of("process_resident_memory_bytes") / 1e6,
      heapMB: of("nodejs_heap_size_used_bytes") / 1e6,
      ...handlesOf(world.app),
      databaseMB: (await databaseBytes(world.env.DATABASE_URL ?? "")) / 1e6,
      lagMs: of("nodejs_eventloop_lag_p99_seconds") * 1000,
    };
  } catch {
    return undefined;
  }
}

/** What a process has open, told apart by whether somebody connected to its port. */
function handlesOf({ pid, port }: World["app"]): Pick<Sample, "handles" | "visitors"> {
  const connected = new Set<string>();
  for (const table of ["tcp", "tcp6"]) {
    // /proc/net/tcp: slot, own address, other address, state (0A: it listens), …, and in the tenth
    // column the inode.
    for (const line of readFileSync(`/proc/${pid}/net/${table}`, "utf8").split("\n").slice(1)) {
      const [, own = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
      if (state !== "0A" && Number.parseInt(own.split(":")[1] ?? "", 16) === port) connected.add(`socket:[${inode}]`);
    }
  }
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return "closed meanwhile";
    }
  });
  const visitors = open.filter((each) => connected.has(each)).length;
  return { handles: open.length - visitors, visitors };
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
 * Of samples in their order: those of a first and of a last part, without what a process needs to
 * get warm.
 */
export function partsOf(samples: Sample[]): [first: Sample[], last: Sample[]] {
  const warm = samples.slice(Math.floor(samples.length / 5));
  const part = Math.max(1, Math.floor(warm.length / 3));
  return [warm.slice(0, part), warm.slice(-part)];
}

/** What is left after the garbage is collected: the least that was seen. */
export const least = (samples: Sample[], of: "heapMB" | "handles") => Math.min(...samples.map((each) => each[of]));
