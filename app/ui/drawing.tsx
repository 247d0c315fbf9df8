export type DrawingKind =
  | "nothing-yet"
  | "nothing-found"
  | "no-changes"
  | "no-access"
  | "not-found"
  | "broken"
  | "offline"
  | "done"
  | "signed-out";

const listPage = {
  outline: "M34 18h48a5 5 0 0 1 5 5v42a5 5 0 0 1-5 5H34a5 5 0 0 1-5-5V23a5 5 0 0 1 5-5Z",
  lines: "M39 32h5M52 32h24M39 44h5M52 44h17M39 56h5M52 56h10",
};

const drawings: Record<DrawingKind, { outline: string; lines: string; accent: string }> = {
  "nothing-yet": {
    ...listPage,
    accent: "M77 62a11 11 0 1 0 22 0a11 11 0 1 0-22 0ZM88 57v10M83 62h10",
  },
  "nothing-found": {
    outline: "M32 18h44a5 5 0 0 1 5 5v42a5 5 0 0 1-5 5H32a5 5 0 0 1-5-5V23a5 5 0 0 1 5-5Z",
    lines: "M37 32h5M50 32h20M37 44h5M37 56h5",
    accent: "M57 50a14 14 0 1 0 28 0a14 14 0 1 0-28 0ZM81 60l13 13M66 50h10",
  },
  "no-changes": {
    ...listPage,
    accent: "M77 62a11 11 0 1 0 22 0a11 11 0 1 0-22 0ZM88 56v6l4 3",
  },
  "no-access": {
    outline: "M42 40h36a5 5 0 0 1 5 5v22a5 5 0 0 1-5 5H42a5 5 0 0 1-5-5V45a5 5 0 0 1 5-5Z",
    lines: "M47 40v-9a13 13 0 0 1 26 0v9",
    accent: "M57 52a3 3 0 1 0 6 0a3 3 0 1 0-6 0ZM60 55v7",
  },
  "not-found": {
    outline: "M44 22h27l9 8-9 8H44ZM76 44H49l-9 8 9 8h27Z",
    lines: "M60 14v8M60 38v6M60 60v16M50 76h20",
    accent: "M52 30h13M56 52h12",
  },
  broken: {
    outline:
      "M30 25h24l5 11-8 9 7 11-5 13H30a4 4 0 0 1-4-4V29a4 4 0 0 1 4-4ZM68 20h21a4 4 0 0 1 4 4v36a4 4 0 0 1-4 4H67l5-13-7-11 8-9Z",
    lines: "M35 37h11M35 48h7M82 32h3M80 44h5M82 54h3",
    accent: "M61 10v6M51 12l3 5M71 12l-3 4",
  },
  offline: {
    outline: "M43 64a13 13 0 0 1-1-26 18 18 0 0 1 35-3 14.5 14.5 0 0 1 1 29Z",
    lines: "M50 74h3M59 74h3M68 74h3",
    accent: "M54 44l12 12M66 44 54 56",
  },
  "signed-out": {
    outline: "M37 16h30a4 4 0 0 1 4 4v48a4 4 0 0 1-4 4H37a4 4 0 0 1-4-4V20a4 4 0 0 1 4-4Z",
    lines: "M45 44h3",
    accent: "M60 44h34M85 35l9 9-9 9",
  },
  done: {
    ...listPage,
    accent: "M77 62a11 11 0 1 0 22 0a11 11 0 1 0-22 0ZM83 62l4 4 7-8",
  },
};

/** Screen readers skip the drawing, because the words beside it say the same. */
export function Drawing({ kind }: { kind: DrawingKind }) {
  const { outline, lines, accent } = drawings[kind];
  return (
    <svg
      aria-hidden="true"
      data-drawing={kind}
      width="132"
      height="96"
      viewBox="0 4 120 88"
      fill="var(--panel-surface)"
      stroke="var(--panel-control-border)"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="60" cy="48" r="40" fill="var(--mantine-color-green-light-hover)" stroke="none" />
      <path d={outline} />
      <path d={lines} fill="none" />
      <path d={accent} stroke="var(--mantine-color-green-outline)" strokeWidth="2.5" />
    </svg>
  );
}
