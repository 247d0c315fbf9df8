import basic from "small-fonts/inter-basic.woff2?url";
import polish from "small-fonts/inter-polish.woff2?url";
import logo from "./logo.svg?inline";
import logo32 from "./logo-32.png?url";
import logo180 from "./logo-180.png?url";

/** The page icon (a picture for browsers that draw no SVG there, a larger one for home screens), and the two font files that every page needs, asked for before the style sheet names them. */
export function Icons() {
  return (
    <>
      <link rel="icon" type="image/png" sizes="32x32" href={logo32} />
      <link rel="icon" type="image/svg+xml" sizes="any" href={logo} />
      <link rel="apple-touch-icon" href={logo180} />
      {[basic, polish].map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
      ))}
    </>
  );
}
