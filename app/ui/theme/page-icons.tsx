import logo from "./logo.svg?inline";
import logo32 from "./logo-32.png?url";
import logo180 from "./logo-180.png?url";

/** The page icon (a picture for browsers that draw no SVG there, a larger one for home screens). */
export function Icons() {
  return (
    <>
      <link rel="icon" type="image/png" sizes="32x32" href={logo32} />
      <link rel="icon" type="image/svg+xml" sizes="any" href={logo} />
      <link rel="apple-touch-icon" href={logo180} />
    </>
  );
}
