import { SCRIPTS_COOKIE } from "~/cookie-names";

/**
 * Runs before the first paint. Tells the style sheet and the server (`hasJavaScript`) that scripts run, and Mantine's own
 * components, which know no light-dark(), what the system prefers.
 */
const script = `{const d=document.documentElement.dataset;d.js="";document.cookie="${SCRIPTS_COOKIE}=on;Path=/;SameSite=Lax";if(d.colorScheme==="auto")d.mantineColorScheme=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"}`;

export function ColorSchemeScript({ nonce }: { nonce: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}
