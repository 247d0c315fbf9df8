import { type HTMLElement, parse } from "node-html-parser";

/** An answer after all redirects, with its whole text. */
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
    // Tests write a plain space for a no-break space; the catalogues' own tests check those.
    this.text = text.replaceAll("\u00a0", " ");
    this.via = via;
  }

  get path(): string {
    return this.url.pathname + this.url.search;
  }

  /** The address to which the answer redirects; "" if it doesn't redirect. */
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

  /** The text of the first element that matches, whitespace collapsed; undefined without one. */
  textOf(selector: string): string | undefined {
    return this.document.querySelector(selector)?.text.replace(/\s+/g, " ").trim();
  }

  /** The texts of all elements that match, with their whitespace. */
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

  /** The section, navigation, list or group with that name; undefined without one. */
  region(name: string): HTMLElement | undefined {
    const labelOf = (part: HTMLElement) =>
      part.getAttribute("aria-label") ?? this.textOf(`[id="${part.getAttribute("aria-labelledby")}"]`);
    return this.document.querySelectorAll("section, nav, ul, fieldset").find((part) => labelOf(part) === name);
  }

  /** The text of the region with that name, whitespace collapsed. */
  wordsOf(region: string): string | undefined {
    return this.region(region)?.text.replace(/\s+/g, " ").trim();
  }

  /** The texts of the cells in a table's column; [] without such a column. */
  column(name: string): string[] {
    const heads = this.document.querySelectorAll("thead tr > *");
    const at = heads.findIndex(({ text }) => text.trim() === name);
    return this.document.querySelectorAll("tbody tr").flatMap(({ children }) => children[at]?.text ?? []);
  }

  /** The ids of the sellers in the rows of a list, in its order. */
  get sellerIds(): string[] {
    return this.document.querySelectorAll("tbody tr[id]").map(({ id }) => id.replace("seller-", ""));
  }

  /** The hint and errors of a field in the seller's form, by its `aria-describedby`. */
  saidOf(name: string): string {
    const ids = this.document.querySelector(`form#seller [name=${name}]`)?.getAttribute("aria-describedby") ?? "";
    return ids
      .split(" ")
      .map((id) => this.textOf(`[id="${id}"]`))
      .join(" ");
  }

  /** The address of the first link with that text or label; undefined without one. */
  hrefOf(name: string | RegExp, within = "main"): string | undefined {
    const isNamed = (text: string) => (typeof name === "string" ? text === name : name.test(text));
    const links = this.document.querySelectorAll(`${within} a`);
    const namesOf = (link: HTMLElement) => [link.text.replace(/^\s*←?\s*/, "").trim(), link.getAttribute("aria-label")];
    return links.find((link) => namesOf(link).some((each) => each && isNamed(each)))?.getAttribute("href");
  }

  /**
   * The first form that matches, with the fields that a browser would send if nobody changed them.
   * @throws Error if no form matches
   */
  form(selector = "form"): Form {
    const form = this.document.querySelector(selector);
    if (!form) throw new Error(`No ${selector} at ${this.url.href} (${this.status}):\n${this.text.slice(0, 2000)}`);
    return {
      action: new URL(form.getAttribute("action") || this.url.href, this.url),
      method: (form.getAttribute("method") ?? "get").toUpperCase(),
      isMultipart: form.getAttribute("enctype") === "multipart/form-data",
      fields: fieldsOf(form, this.document),
    };
  }
}

export type Form = { action: URL; method: string; isMultipart: boolean; fields: URLSearchParams };

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
