import latinExt from "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url";
import latin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import logo from "./logo.svg?url";

/** The page icon, and the two font files that every Polish page needs, asked for before the style sheet names them. */
export function Icons() {
  return (
    <>
      <link rel="icon" type="image/svg+xml" href={logo} />
      {[latin, latinExt].map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
      ))}
    </>
  );
}
