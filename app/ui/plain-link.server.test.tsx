import { type LinkProps, Link as RemixLink } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { createPath, type Navigator, Route, Router, Routes, type To } from "react-router";
import { expect, it } from "vitest";
import { Link } from "./plain-link.server";

const navigator = { createHref: (to: To) => (typeof to === "string" ? to : createPath(to)) } as Navigator;

/** What a link becomes on a page some levels deep. */
function markup(Shown: typeof RemixLink, props: LinkProps): string {
  return renderToStaticMarkup(
    <Router location="/sellers/1?page=2#x" navigator={navigator}>
      <Routes>
        <Route path="/sellers/:id" element={<Shown {...props}>Dalej</Shown>} />
      </Routes>
    </Router>,
  );
}

const addresses = [
  "/",
  "/sellers",
  "/sellers/",
  "/sellers?page=2&q=a%20%C5%BB",
  "/help#keys",
  "/a?b=/c?d#e#f",
  "/a/../b",
  "/ż/",
];
const others = ["", "?page=2", "#x", "..", "sellers", "//other.example/", "/a//b", "/a?", "/a#", "/a?#b"];
const elsewhere = ["https://other.example/a", "mailto:a@example.pl", { pathname: "/a", search: "?b" }];

it.each([...addresses, ...others, ...elsewhere])("leads to %j as Remix' own does", (to) => {
  expect(markup(Link, { to })).toBe(markup(RemixLink, { to }));
});

it.each<Omit<LinkProps, "to">>([
  { reloadDocument: true, className: "a", "aria-current": "page" },
  { preventScrollReset: true, replace: true, state: { typed: true }, relative: "path", viewTransition: true },
  { target: "_blank", rel: "prev", onClick: () => {}, discover: "none", prefetch: "intent" },
  { discover: "render", title: "<&>", hidden: true, lang: "en" },
])("with %j is what Remix' own is", (props) => {
  expect(markup(Link, { to: "/sellers?page=2", ...props })).toBe(
    markup(RemixLink, { to: "/sellers?page=2", ...props }),
  );
});
