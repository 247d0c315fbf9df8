import { describe, expect, it } from "vitest";
import { Page } from "./page";

const page = (html: string) => new Page(new URL("http://127.0.0.1/a/b?c=d"), 200, new Headers(), html);

describe("A page's form", () => {
  it("A form holds what a browser would send", () => {
    const form = page(`<form method="post" action="../x">
      <input name="text" value="&quot;Łódź&quot; &amp; co"><input name="hidden" type="hidden" value="1">
      <input name="empty"><input name="off" disabled value="1"><input type="checkbox" name="no">
      <input type="checkbox" name="yes" checked><input type="radio" name="r" value="1"><input type="radio" name="r" value="2" checked>
      <input type="file" name="file"><button name="intent" value="save">Zapisz</button>
      <textarea name="area">\n a&lt;b\n</textarea>
      <select name="one"><option value="1">a</option><option value="2">b</option></select>
      <select name="two"><option value="1">a</option><option selected>b</option></select>
    </form>`).form();
    expect(form.method).toBe("POST");
    expect(form.action.href).toBe("http://127.0.0.1/x");
    expect(Object.fromEntries(form.fields)).toEqual({
      text: '"Łódź" & co',
      hidden: "1",
      empty: "",
      yes: "on",
      r: "2",
      area: " a<b\n",
      one: "1",
      two: "b",
    });
  });

  it("A form holds controls that stand elsewhere and name it", () => {
    const html = `<input name="before" value="1" form="f"><form id="f"><input name="own" value="2"><input name="other" value="3" form="g"></form>`;
    expect(Object.fromEntries(page(html).form().fields)).toEqual({ own: "2", before: "1" });
  });

  it("A form without an action goes to its own page", () => {
    expect(page("<form></form>").form().action.href).toBe("http://127.0.0.1/a/b?c=d");
    expect(() => page("<p>x</p>").form("#y")).toThrow("No #y at http://127.0.0.1/a/b?c=d");
  });
});
