import { beforeEach, expect, vi } from "vitest";
import { database } from "../../app/.server/db/database";
import { jobLease, Lease } from "../../app/.server/db/lease";
import type { Row } from "../../app/.server/db/schema";
import type { FranchiseeContext } from "../../app/auth/for-franchisee.server";
import { issueFormKey } from "../../app/auth/form-key.server";
import { storeDirectoryAnswer } from "../../app/auth/session/directory-answer.server";
import { createSession, loadSession } from "../../app/auth/session/session.server";
import { itemsFrom } from "../../app/sellers/jobs/item-store.server";
import { actOnJob } from "../../app/sellers/jobs/job-action.server";
import { startJob } from "../../app/sellers/jobs/job-queue.server";
import { runJob } from "../../app/sellers/jobs/job-runner.server";
import { findJob, storeJob } from "../../app/sellers/jobs/job-store.server";
import { anna, type FakeBackend, giveBackend } from "./fake-backend";

export { anna };
export const params = { accountEnabled: false };
const tokens = { accessToken: "token", refreshToken: "refresh", idToken: "id" };

/** Gives a unit test's file jobs that run in its own process, and resets them before each test. */
export function giveJobWorld(): JobWorld {
  const world = new JobWorld(giveBackend(250));
  beforeEach(() => world.reset());
  return world;
}

/** Jobs on a database of their own and a backend of 250 sellers whose writes can fail. */
class JobWorld {
  /** Ids of the sellers that were written, in order. */
  writes: string[] = [];
  /** The largest number of writes that were in flight at once. */
  mostAtOnce = 0;
  /** How long a write takes, in ms. */
  slowness = 0;
  /** Writes wait for this promise. */
  #held: Promise<void> | undefined;
  /** Statuses with which the next writes are refused. */
  answers: number[] = [];
  /** Statuses with which the next reads are answered; 0 returns the seller. */
  readAnswers: number[] = [];
  /** The headers of those answers. */
  answerHeaders: Record<string, string> = {};
  /** The key of Anna's session. */
  session = "";
  readonly #backend: FakeBackend;

  constructor(backend: FakeBackend) {
    this.#backend = backend;
  }

  get sellers(): FakeBackend["sellers"] {
    return this.#backend.sellers;
  }

  #watchWrites(): void {
    let busy = 0;
    this.#backend.instead = (request, response, answer) => {
      const readStatus = request.method === "GET" && this.readAnswers.shift();
      if (readStatus) return response.writeHead(readStatus).end();
      if (request.method === "GET") return answer();
      busy += 1;
      this.mostAtOnce = Math.max(this.mostAtOnce, busy);
      response.once("close", () => {
        busy -= 1;
      });
      setTimeout(async () => {
        await this.#held;
        const status = this.answers.shift();
        if (status) return response.writeHead(status, this.answerHeaders).end();
        this.writes.push(decodeURIComponent(request.url?.split("/").at(-1) ?? ""));
        answer();
      }, this.slowness);
    };
  }

  /** Enables all accounts, forgets the writes so far, and signs Anna in again. */
  async reset(): Promise<void> {
    this.#watchWrites();
    for (const seller of this.sellers.all()) this.sellers.put({ ...seller, accountEnabled: true });
    this.writes = [];
    this.answers = [];
    this.readAnswers = [];
    this.answerHeaders = {};
    this.mostAtOnce = 0;
    this.slowness = 0;
    this.#held = undefined;
    this.session = await this.signIn();
  }

  /** @returns the key of a new session. */
  async signIn(): Promise<string> {
    const { key } = await createSession(new Request("http://127.0.0.1:3000/"), { iss: "i", ...anna }, tokens);
    const session = await loadSession(key);
    // There is no directory here, so the stored answer says that Anna is a franchisee.
    if (session) await storeDirectoryAnswer(session, { jobTitle: "FRANCZYZOBIORCA" });
    return key;
  }

  get owner(): FranchiseeContext {
    return { session: { key: this.session, ...anna }, by: anna } as FranchiseeContext;
  }

  seller(at: number) {
    const seller = this.sellers.all()[at];
    if (!seller) throw new Error(`There is no seller ${at}`);
    return seller;
  }

  /** The first sellers as a job's items. */
  ids(count: number): { id: string }[] {
    const first = this.sellers.all().slice(0, count);
    return first.map(({ id }) => ({ id }));
  }

  enabled(): number {
    return this.sellers.all().filter(({ accountEnabled }) => accountEnabled).length;
  }

  /** Starts a job that disables the first sellers. */
  start(count: number): Promise<string> {
    return startJob(this.owner, { kind: "seller-status", params, items: this.ids(count) });
  }

  /** Presses a button of the job's page. @returns the id of the job that it starts */
  async act(id: string, intent: string): Promise<string> {
    const form = new FormData();
    form.set("intent", intent);
    form.set("formKey", issueFormKey(anna.sub));
    const redirect = async (path: string) => path;
    const given = { form, redirect, t: (word: string) => word, request: new Request("http://127.0.0.1/sellers/jobs") };
    const path: unknown = await actOnJob({ ...this.owner, ...given } as unknown as FranchiseeContext, id);
    return String(path).split("/").at(-1) ?? "";
  }

  /** Makes writes wait. @returns a function that lets them go on */
  hold(): () => void {
    let goOn = () => {};
    this.#held = new Promise((resolve) => {
      goOn = resolve;
    });
    return goOn;
  }

  /** Stores the same job, without starting it. */
  async lay(count: number, owner = anna): Promise<string> {
    const job = { kind: "seller-status", params, owner, session: this.session };
    return (await storeJob(job, this.ids(count))) ?? "";
  }
}

/** Takes the lease of a job on which no process works. */
export async function leaseOf(id: string): Promise<Lease> {
  const lease = await Lease.take(jobLease(id), 60_000);
  if (!lease) throw new Error("Somebody works on the job");
  return lease;
}

/** Runs a job as `jobQueue` would. */
export async function run(id: string): Promise<void> {
  const lease = await leaseOf(id);
  await runJob(id, lease);
  await lease.release();
}

export function finished(id: string): Promise<void> {
  const look = async () => expect((await findJob(id))?.state).toBe("finished");
  // A hundred writes of other jobs may come first, and the backend is in this process, too.
  return vi.waitFor(look, { timeout: 90_000, interval: 50 });
}

export async function outcomesOfAll(id: string) {
  const { total } = (await findJob(id)) ?? { total: 0 };
  return (await itemsFrom(id, 0, total)).map(({ outcome }) => outcome);
}

/** Changes a stored job, as if another process or version had left it like that. */
export async function setJob(id: string, to: Partial<Omit<Row<"jobs">, "id">>): Promise<void> {
  const db = await database();
  await db
    .updateTable("jobs")
    .set(to as object)
    .where("id", "=", id)
    .execute();
}

/** Changes a stored item of a job. */
export async function setItem(id: string, place: number, to: Partial<Row<"job_items">>): Promise<void> {
  const db = await database();
  const items = db.updateTable("job_items").set(to as object);
  await items.where("job_id", "=", id).where("place", "=", place).execute();
}
