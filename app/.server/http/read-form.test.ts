import { expect, it, vi } from "vitest";
import { MAX_FILE_FORM_BYTES } from "./body-limits";
import { readForm } from "./read-form";

const post = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request("http://localhost/", { method: "POST", body, headers, ...(body ? { duplex: "half" } : {}) });
const URLENCODED = { "Content-Type": "application/x-www-form-urlencoded" };
const statusOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 200,
    (thrown: unknown) => (thrown as Response).status,
  );

/** A body of unknown length, and how much of it was taken. */
function endless(chunk: number) {
  let taken = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += chunk;
      controller.enqueue(new Uint8Array(chunk).fill(97));
    },
  });
  return { body, taken: () => taken };
}

it("A form of either type is read with Polish letters", async () => {
  const plain = await readForm(post("displayName=%C5%81%C3%B3d%C5%BA&mpk=007", URLENCODED));
  expect(Object.fromEntries(plain)).toEqual({ displayName: "Łódź", mpk: "007" });
  const given = new FormData();
  given.set("file", new File(["a;b"], "ą.csv"));
  const read = await readForm(post(given));
  expect((read.get("file") as File).name).toBe("ą.csv");
});

it("A form is read to its limit, whatever length was announced", async () => {
  const stream = endless(1000);
  expect(await statusOf(readForm(post(stream.body, URLENCODED), { maxBytes: 10_000 }))).toBe(413);
  expect(stream.taken()).toBeLessThan(20_000);
  const announced = post("a=1", { ...URLENCODED, "Content-Length": "99999" });
  expect(await statusOf(readForm(announced, { maxBytes: 10_000 }))).toBe(413);
  expect(await statusOf(readForm(post("a".repeat(10_000), URLENCODED), { maxBytes: 10_000 }))).toBe(200);
});

it("A form of a thousand ticked rows is read, and of 50,000 refused", async () => {
  const many = (count: number) => new URLSearchParams(Array.from({ length: count }, (_none, at) => ["ids", `${at}`]));
  expect([...(await readForm(post(many(1_000)))).keys()]).toHaveLength(1_000);
  expect(await statusOf(readForm(post(many(50_000))))).toBe(413);
  const parts = new FormData();
  for (let at = 0; at < 3_000; at += 1) parts.append(`f${at}`, "");
  expect(await statusOf(readForm(post(parts)))).toBe(413);
});

it("A form holds 1 MB, and more only where the route says so", async () => {
  const withFile = new FormData();
  withFile.set("file", new File(["x".repeat(2 * 1024 * 1024)], "a.csv"));
  expect(await statusOf(readForm(post(withFile)))).toBe(413);
  expect(await statusOf(readForm(post(withFile), { maxBytes: MAX_FILE_FORM_BYTES }))).toBe(200);
  const fields = (bytes: number) => post(`a=${"x".repeat(bytes)}`, URLENCODED);
  expect(await statusOf(readForm(fields(1024 * 1024)))).toBe(413);
  expect(await statusOf(readForm(fields(1024 * 1024), { maxBytes: MAX_FILE_FORM_BYTES }))).toBe(200);
  // No file comes that way, and it is parsed in one go.
  expect(await statusOf(readForm(fields(2 * 1024 * 1024), { maxBytes: MAX_FILE_FORM_BYTES }))).toBe(413);
});

it("A plus is read as a space before the parser sees it", async () => {
  const parsed: string[] = [];
  class Watched extends URLSearchParams {
    constructor(text: string) {
      super(text);
      parsed.push(text);
    }
  }
  vi.stubGlobal("URLSearchParams", Watched);
  const body = `displayName=${"+".repeat(1_000)}a%2Bb+c&a+b=+`;
  const read = await readForm(post(body, URLENCODED)).finally(() => vi.unstubAllGlobals());
  expect([...read]).toEqual([
    ["displayName", `${" ".repeat(1_000)}a+b c`],
    ["a b", " "],
  ]);
  expect(parsed.map((text) => text.includes("+"))).toEqual([false]);
});

it("A form may have a hundred parts with long headers, but no endless ones", async () => {
  const part = (head: string) => `--y\r\nContent-Disposition: form-data; name="a"\r\n${head}\r\n\r\n`;
  const type = { "Content-Type": "multipart/form-data; boundary=y" };
  const read = (head: string, parts: number) => statusOf(readForm(post(`${part(head).repeat(parts)}--y--\r\n`, type)));
  expect(await read(`X-Long: ${"a".repeat(3_000)}\r\n`, 99)).toBe(200);
  expect(await read("a:b\r\n".repeat(1_000), 1)).toBe(413);
  const unended = `--y\r\n${"a:b\r\n".repeat(1_000)}`;
  expect(await statusOf(readForm(post(unended, type)))).toBe(413);
});

it("A form may hold a file of 10 MB, but no texts as long", async () => {
  const withTexts = (bytes: number) => {
    const given = new FormData();
    given.set("formKey", "x".repeat(bytes / 2));
    given.set("file", new File(["x".repeat(10 * 1024 * 1024)], 'ą "b".csv'));
    given.set("other", "x".repeat(bytes / 2));
    return statusOf(readForm(post(given), { maxBytes: MAX_FILE_FORM_BYTES }));
  };
  expect(await withTexts(1024 * 1024 - 1024)).toBe(200);
  expect(await withTexts(1024 * 1024 + 2)).toBe(413);
  const named = '--y\r\nContent-Disposition: form-data; name="a"\r\nX: form-data; name="a"; filename="b"\r\n\r\n';
  const body = `${named}${"x".repeat(2 * 1024 * 1024)}\r\n--y--\r\n`;
  const type = { "Content-Type": "multipart/form-data; boundary=y" };
  expect(await statusOf(readForm(post(body, type), { maxBytes: MAX_FILE_FORM_BYTES }))).toBe(413);
});

it("A body of another type is refused", async () => {
  for (const type of ["application/json", "text/plain", "application/x-www-form-urlencodedx"]) {
    expect(await statusOf(readForm(post("a=1", { "Content-Type": type })))).toBe(415);
  }
});

it.each([
  ["application/x-www-form-urlencoded, multipart/form-data; boundary=a"],
  ["multipart/form-data; boundary=a, application/x-www-form-urlencoded"],
  ['multipart/form-data; x="; boundary=zz"; boundary=a'],
  ["multipart/form-data; boundary=zz; boundary=a"],
  ["multipart/form-data; boundary=a; charset=utf-8"],
  ["multipart/form-data; boundary=a, multipart/form-data; boundary=b"],
  ['multipart/form-data; boundary="a\\"b"'],
  ['multipart/form-data; boundary=""'],
  ["multipart/form-data"],
  ["application/x-www-form-urlencoded; charset=utf-16"],
  ["application/x-www-form-urlencoded; boundary=a"],
])("A type that could be read in two ways is refused: %s", async (type) => {
  const part = '--a\r\nContent-Disposition: form-data; name="b"\r\n\r\n\r\n';
  const body = `${part.repeat(3_000)}--a--\r\n`;
  expect(await statusOf(readForm(post(body, { "Content-Type": type })))).toBe(415);
});

it.each([
  ["----WebKitFormBoundary7MA4YWxkTrZu0gW+", "Chromium, Safari"],
  ["---------------------------9051914041544843365972754266", "Firefox"],
  ["----geckoformboundary8d2b5ec1bd1c1e4ba0b7ab4ca2a9ee4b", "Firefox from 135 on"],
  ["------------------------d74496d66958873e", "curl"],
])("A form with the boundary %s of %s is read and its parts are counted", async (boundary) => {
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="mpk"\r\n\r\n007\r\n`;
  for (const written of [boundary, `"${boundary}"`]) {
    const type = { "Content-Type": `multipart/form-data; boundary=${written}` };
    const read = await readForm(post(`${part}--${boundary}--\r\n`, type));
    expect([...read]).toEqual([["mpk", "007"]]);
    expect(await statusOf(readForm(post(`${part.repeat(3_000)}--${boundary}--\r\n`, type)))).toBe(413);
  }
});

it.each(["application/x-www-form-urlencoded;charset=UTF-8", 'Application/X-WWW-Form-URLEncoded ; charset="utf-8"'])(
  "A form of the type %s is read",
  async (type) => {
    expect((await readForm(post("mpk=007", { "Content-Type": type }))).get("mpk")).toBe("007");
  },
);

it("A request without a body is an empty form", async () => {
  expect([...(await readForm(post(null)))]).toEqual([]);
});

it("A malformed form is a bad request", async () => {
  const broken = post("--x\r\nnonsense", { "Content-Type": "multipart/form-data; boundary=y" });
  expect(await statusOf(readForm(broken))).toBe(400);
});

const CAP = MAX_FILE_FORM_BYTES;
const options = (sub: string | undefined) => ({ maxBytes: CAP, sender: sub ? { sub } : ("anonymous" as const) });
const MULTIPART = { "Content-Type": "multipart/form-data; boundary=y" };
const PART = '--y\r\nContent-Disposition: form-data; name="mpk"\r\n\r\n007\r\n';
const FORM = `${PART}--y--\r\n`;
const announcing = (bytes: number) => ({ ...MULTIPART, "Content-Length": String(bytes) });

/** A form whose rest doesn't come until it is told how it ends. */
function held(sender: string | undefined, headers: Record<string, string>) {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller;
    },
  });
  const status = statusOf(readForm(post(stream, headers), options(sender)));
  const end = () => {
    body?.enqueue(Buffer.from(FORM));
    body?.close();
  };
  return { status, end, cut: () => body?.error(new Response(null, { status: 499 })) };
}

it("A large form takes a slot by its announced size, or by the limit", async () => {
  for (const headers of [announcing(CAP), MULTIPART]) {
    const [first, second] = [held("anna", headers), held("anna", headers)];
    expect(await statusOf(readForm(post(FORM, announcing(CAP)), options("anna")))).toBe(503);
    expect(await statusOf(readForm(post(FORM, announcing(FORM.length)), options("anna")))).toBe(200);
    expect(await statusOf(readForm(post(FORM, announcing(CAP)), options("ewa")))).toBe(200);
    first.end();
    second.cut();
    expect([await first.status, await second.status]).toEqual([200, 499]);
  }
});

it("Refused forms and forms that were read release their slots", async () => {
  for (let round = 0; round < 4; round += 1) {
    const seen = [
      await statusOf(readForm(post(FORM, announcing(CAP)), options("anna"))),
      await statusOf(readForm(post(PART.repeat(3_000), announcing(CAP)), options("anna"))),
      await statusOf(readForm(post("nonsense", announcing(CAP)), options("anna"))),
      await statusOf(readForm(post(FORM, announcing(CAP + 1)), options("anna"))),
      await statusOf(readForm(post("a", { "Content-Type": "text/plain" }), options("anna"))),
      await statusOf(readForm(post("a".repeat(CAP + 1), MULTIPART), options("anna"))),
    ];
    expect(seen).toEqual([200, 413, 400, 413, 415, 413]);
  }
});

it("Forms of strangers take no slots of signed-in people", async () => {
  const forms = Array.from({ length: 64 }, () => held(undefined, announcing(CAP)));
  expect(await statusOf(readForm(post(FORM, announcing(CAP)), options(undefined)))).toBe(503);
  expect(await statusOf(readForm(post(FORM, announcing(FORM.length)), options(undefined)))).toBe(200);
  expect(await statusOf(readForm(post(FORM, announcing(CAP)), options("anna")))).toBe(200);
  for (const form of forms) form.cut();
  await Promise.all(forms.map(({ status }) => status));
  expect(await statusOf(readForm(post(FORM, announcing(CAP)), options(undefined)))).toBe(200);
});
