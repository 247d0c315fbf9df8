import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { connect } from "node:net";
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
  storeMB: number;
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
      storeMB: (await storeBytes(world.env.STORE_URL ?? "")) / 1e6,
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

/** The embedded store's file, or what Redis says that its data takes. */
async function storeBytes(url: string): Promise<number> {
  if (url.startsWith("lmdb:")) {
    const folder = url.slice("lmdb:".length);
    return readdirSync(folder).reduce((sum, name) => sum + statSync(`${folder}/${name}`).blocks * 512, 0);
  }
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write("INFO memory\r\n"));
    socket.once("error", reject).once("data", (reply) => {
      socket.destroy();
      resolve(Number(/used_memory_dataset:(\d+)/.exec(String(reply))?.[1]));
    });
  });
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
