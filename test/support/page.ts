import { type HTMLElement, parse } from "node-html-parser";

/** An answer as a browser's address bar would show it: after redirects, read to its end. */
export class Page {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Every URL that was redirected from on the way here, first to last. */
  readonly via: string[];
  #document: HTMLElement | undefined;

  constructor(url: URL, status: number, headers: Headers, text: string, via: string[] = []) {
    this.url = url;
    this.status = status;
    this.headers = headers;
    // A person reads a no-break space as a space; which spaces are bound, the catalogues' own tests
    // hold.
    this.text = text.replaceAll("\u00a0", " ");
    this.via = via;
  }

  get path(): string {
    return this.url.pathname + this.url.search;
  }

  /** Where the answer redirects; empty where it doesn't. */
  get location(): string {
    return this.headers.get("location") ?? "";
  }

  get document(): HTMLElement {
    this.#document ??= parse(this.text);
    return this.#document;
  }

  json(): unknown {
    return JSON.parse(this.text);
  }

  /** The text of the first element that matches, whitespace collapsed; undefined when none does. */
  textOf(selector: string): string | undefined {
    return this.document.querySelector(selector)?.text.replace(/\s+/g, " ").trim();
  }

  /** The texts of all elements that match, as they stand there. */
  texts(selector: string): string[] {
    return this.document.querySelectorAll(selector).map(({ text }) => text);
  }

  /** An attribute of the first element that matches. */
  attribute(selector: string, name: string): string | undefined {
    return this.document.querySelector(selector)?.getAttribute(name);
  }

  /** The addresses of all links. */
  hrefs(within = "main"): (string | undefined)[] {
    return this.links(within).map(([, href]) => href);
  }

  /** The text and the address of all links. */
  links(within = "main"): [text: string, href: string | undefined][] {
    return this.document.querySelectorAll(`${within} a`).map((link) => [link.text, link.getAttribute("href")]);
  }

  /** The section, navigation, list or group of that name; undefined when there is none. */
  region(name: string): HTMLElement | undefined {
    const labelOf = (part: HTMLElement) =>
      part.getAttribute("aria-label") ?? this.textOf(`[id="${part.getAttribute("aria-labelledby")}"]`);
    return this.document.querySelectorAll("section, nav, ul, fieldset").find((part) => labelOf(part) === name);
  }

  /** What a region of that name says, whitespace collapsed. */
  wordsOf(region: string): string | undefined {
    return this.region(region)?.text.replace(/\s+/g, " ").trim();
  }

  /** The texts of a table's cells in the column of that name; none when there is no such column. */
  column(name: string): string[] {
    const heads = this.document.querySelectorAll("thead tr > *");
    const at = heads.findIndex(({ text }) => text.trim() === name);
    return this.document.querySelectorAll("tbody tr").flatMap(({ children }) => children[at]?.text ?? []);
  }

  /** The ids of the sellers in the rows of a list, in its order. */
  get sellerIds(): string[] {
    return this.document.querySelectorAll("tbody tr[id]").map(({ id }) => id.replace("seller-", ""));
  }

  /** What is said about a field of the seller's form, as its input refers to it. */
  saidOf(name: string): string {
    const ids = this.document.querySelector(`form#seller [name=${name}]`)?.getAttribute("aria-describedby") ?? "";
    return ids
      .split(" ")
      .map((id) => this.textOf(`[id="${id}"]`))
      .join(" ");
  }

  /** The address of the first link with that text or label; undefined when there is none. */
  hrefOf(name: string | RegExp, within = "main"): string | undefined {
    const isNamed = (text: string) => (typeof name === "string" ? text === name : name.test(text));
    const links = this.document.querySelectorAll(`${within} a`);
    const namesOf = (link: HTMLElement) => [link.text.replace(/^\s*←?\s*/, "").trim(), link.getAttribute("aria-label")];
    return links.find((link) => namesOf(link).some((each) => each && isNamed(each)))?.getAttribute("href");
  }

  /**
   * The first form that matches, with what a browser would send if it were submitted untouched.
   * @throws Error when there is none
   */
  form(selector = "form"): Form {
    const form = this.document.querySelector(selector);
    if (!form) throw new Error(`No ${selector} at ${this.url.href} (${this.status}):\n${this.text.slice(0, 2000)}`);
    return {
      action: new URL(form.getAttribute("action") || this.url.href, this.url),
      method: (form.getAttribute("method") ?? "get").toUpperCase(),
      fields: fieldsOf(form, this.document),
    };
  }
}

export type Form = { action: URL; method: string; fields: URLSearchParams };

/** HTML's form entry list, without buttons, disabled controls, unchecked boxes and files. */
function fieldsOf(form: HTMLElement, document: HTMLElement): URLSearchParams {
  const fields = new URLSearchParams();
  const controls = form.querySelectorAll("input, textarea, select").filter((control) => !control.hasAttribute("form"));
  if (form.id) controls.push(...document.querySelectorAll(`[form="${form.id}"]:is(input, textarea, select)`));
  for (const control of controls) {
    const name = control.getAttribute("name");
    if (!name || control.hasAttribute("disabled")) continue;
    for (const value of valuesOf(control)) fields.append(name, value);
  }
  return fields;
}

function valuesOf(control: HTMLElement): string[] {
  if (control.rawTagName.toLowerCase() === "textarea") return [control.textContent.replace(/^\r?\n/, "")];
  if (control.rawTagName.toLowerCase() === "select") {
    const options = control.querySelectorAll("option");
    const chosen = options.filter((option) => option.hasAttribute("selected"));
    if (chosen.length === 0 && !control.hasAttribute("multiple")) chosen.push(...options.slice(0, 1));
    return chosen.map((option) => option.getAttribute("value") ?? option.text.trim());
  }
  const type = control.getAttribute("type")?.toLowerCase() ?? "text";
  if (["submit", "button", "image", "reset", "file"].includes(type)) return [];
  if (type === "checkbox" || type === "radio") {
    return control.hasAttribute("checked") ? [control.getAttribute("value") ?? "on"] : [];
  }
  return [control.getAttribute("value") ?? ""];
}
