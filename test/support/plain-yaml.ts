export type Yaml = string | Yaml[] | { [key: string]: Yaml };

type Line = { indent: number; text: string };

/**
 * Reads the part of YAML that our manifests are written in: block mappings and lists, scalars (all
 * as strings), flow lists, `{}`, comments, and compose's `&name`, `*name`.
 * @throws Error for any line that is something else
 */
export function readYaml(text: string): Yaml[] {
  return text
    .split(/^---$/m)
    .map((document) =>
      document
        .split("\n")
        .filter((line) => /^\s*[^\s#]/.test(line))
        .map((line) => ({ indent: line.search(/\S/), text: line.trim().replace(/\s+#.*$/, "") })),
    )
    .filter((lines) => lines.length > 0)
    .map((lines) => {
      const anchors = new Map<string, Yaml>();
      const value = block(lines, anchors);
      if (lines.length > 0) throw new Error(`Indented unlike what stands around it: ${lines[0]?.text}`);
      return value;
    });
}

/** Takes the lines of one block off the front. */
function block(lines: Line[], anchors: Map<string, Yaml>): Yaml {
  const indent = lines[0]?.indent ?? 0;
  const isList = lines[0]?.text.startsWith("- ") ?? false;
  const items: Yaml[] = [];
  const entries: [string, Yaml][] = [];
  while (lines[0]?.indent === indent && lines[0].text.startsWith("- ") === isList) {
    const line = lines[0];
    if (isList) {
      const rest = line.text.slice(2);
      const nested = /^[\w./-]+:(?: |$)/.test(rest);
      if (nested) lines[0] = { indent: indent + 2, text: rest };
      else lines.shift();
      items.push(nested ? block(lines, anchors) : scalar(rest, anchors));
      continue;
    }
    const [, key, anchor, rest = ""] = /^([\w./-]+):(?: &(\w+)$)?(?: (.+))?$/.exec(line.text) ?? [];
    if (key === undefined) throw new Error(`Not a line of the YAML that is read here: ${line.text}`);
    if (entries.some(([known]) => known === key)) throw new Error(`Twice in one mapping: ${key}`);
    lines.shift();
    const next = lines[0];
    const deeper =
      next !== undefined && (next.indent > indent || (next.indent === indent && next.text.startsWith("- ")));
    const value = rest === "" && deeper ? block(lines, anchors) : scalar(rest, anchors);
    if (anchor !== undefined) anchors.set(anchor, value);
    entries.push([key, value]);
  }
  return isList ? items : Object.fromEntries(entries);
}

function scalar(text: string, anchors: Map<string, Yaml>): Yaml {
  if (text === "{}") return {};
  if (text.startsWith("*")) {
    const known = anchors.get(text.slice(1));
    if (known === undefined) throw new Error(`Nothing is named so: ${text}`);
    return known;
  }
  const list = /^\[(.*)\]$/.exec(text);
  if (list)
    return [...(list[1] ?? "").matchAll(/"([^"]*)"|[^\s,"][^,"]*/g)].map(([whole, quoted]) => quoted ?? whole.trim());
  if (/^[{&|>!]/.test(text)) throw new Error(`Not a value of the YAML that is read here: ${text}`);
  return /^"(.*)"$/.exec(text)?.[1] ?? text;
}
