/** Of one bar: what it is of, and how long it is, from 0. */
export type Bar = { what: string; value: number };

const WIDTH = 760;
const ROW = 26;
const HEAD = 48;
/** Where the bars begin, and where the longest ends. */
const [FROM, TO] = [240, 680];

/**
 * Its own ground under it, so that it can be read wherever it stands; dark where the reader's
 * system is.
 */
const STYLE =
  "rect.ground{fill:#fff}rect.bar{fill:#2b6cb0}text{fill:#1a202c;font:13px system-ui,sans-serif}text.title{font-weight:600;font-size:15px}" +
  "@media(prefers-color-scheme:dark){rect.ground{fill:#161b22}rect.bar{fill:#63b3ed}text{fill:#e6edf3}}";

/** Measured figures as an SVG of horizontal bars, with their numbers beside them. */
export function barChart(title: string, bars: readonly Bar[], unit: string): string {
  const longest = Math.max(...bars.map(({ value }) => value));
  const height = HEAD + bars.length * ROW + 12;
  const rows = bars.map(({ what, value }, at) => {
    const top = HEAD + at * ROW;
    const length = Math.max(1, Math.round(((TO - FROM) * value) / longest));
    return [
      `<text x="${FROM - 10}" y="${top + 15}" text-anchor="end">${escaped(what)}</text>`,
      `<rect class="bar" x="${FROM}" y="${top + 2}" width="${length}" height="${ROW - 8}" rx="2"/>`,
      `<text x="${FROM + length + 8}" y="${top + 15}">${value.toFixed(1)} ${unit}</text>`,
    ].join("");
  });
  const name = escaped(title);
  const words = `<title>${name}</title><style>${STYLE}</style><rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>`;
  const head = `<text class="title" x="20" y="28">${name}</text>`;
  const opening = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">`;
  return `${[opening, words, head, ...rows, "</svg>"].join("\n")}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
