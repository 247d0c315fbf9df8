import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Writer } from "../../app/sellers/write/write-seller.server";
import type { BearerCheck } from "../sandbox/bearer";
import { Listener } from "../sandbox/listener";
import { SellerStore } from "../sandbox/seller-store";
import { createSellersBackend, type SellersRules } from "../sandbox/sellers-backend";
import { giveOwnDatabase } from "./own-database";

/** The person to whom the fake backend takes every token to belong. */
export const anna = { sub: "p1", name: "Anna Nowak" };

export const writer: Writer = {
  tokens: { person: anna.sub, current: async () => "token", renew: async () => undefined },
  by: anna,
};

/** Gives a unit test's file a database and a backend, whose seeded sellers each test finds again. */
export function giveBackend(count: number, rules: Partial<SellersRules> = {}): FakeBackend {
  const backend = new FakeBackend(count, rules);
  giveOwnDatabase();
  beforeAll(async () => {
    await backend.listen();
    process.env.SELLERS_API_URL = backend.url;
  });
  afterAll(() => backend.close());
  beforeEach(() => {
    backend.sellers.reset();
    backend.calls = [];
    backend.instead = undefined;
  });
  return backend;
}

/**
 * The sandbox's sellers backend by itself, which accepts every token, for unit tests of code that
 * reads and writes sellers.
 */
export class FakeBackend {
  readonly sellers: SellerStore;
  /** The methods of the requests so far. */
  calls: string[] = [];
  /** Called instead of the backend. Its `answer` carries out the request and sends the right answer. */
  instead: ((request: IncomingMessage, response: ServerResponse, answer: () => void) => unknown) | undefined;
  readonly #listener = new Listener();

  /** @param count how many sellers are seeded */
  constructor(count: number, rules: Partial<SellersRules>) {
    this.sellers = new SellerStore(undefined, count);
    const bearer = { subject: async () => anna.sub } as unknown as BearerCheck;
    const backend: RequestListener = createSellersBackend(this.sellers, bearer, { etags: true, ...rules });
    this.#listener.handler = (request, response) => {
      this.calls.push(request.method ?? "");
      const answer = () => backend(request, response);
      if (this.instead) this.instead(request, response, answer);
      else answer();
    };
  }

  static async start(count: number, rules: Partial<SellersRules> = {}): Promise<FakeBackend> {
    const backend = new FakeBackend(count, rules);
    await backend.listen();
    return backend;
  }

  async listen(): Promise<void> {
    await this.#listener.start();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#listener.port}`;
  }

  close(): Promise<void> {
    return this.#listener.stop();
  }
}
