import logo from "~/ui/theme/logo.svg?inline";
import logo32 from "~/ui/theme/logo-32.png?url";
import logo180 from "~/ui/theme/logo-180.png?url";

export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flex: "none" }}>
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-green-filled)" />
      <path
        fill="#fff"
        d="M8.6 7.5h14.8a1 1 0 0 1 .95.7L26 13.4a3.33 3.33 0 0 1-6.67.1 3.33 3.33 0 0 1-6.66 0 3.33 3.33 0 0 1-6.67-.1l1.65-5.2a1 1 0 0 1 .95-.7Z"
      />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M8.5 19v5.5h15V19M14 24.5v-4h4v4"
      />
    </svg>
  );
}

/** The small PNG is for browsers without SVG icons, the large one for home screens. */
export function PageIcons() {
  return (
    <>
      <link rel="icon" type="image/png" sizes="32x32" href={logo32} />
      <link rel="icon" type="image/svg+xml" sizes="any" href={logo} />
      <link rel="apple-touch-icon" href={logo180} />
    </>
  );
}
