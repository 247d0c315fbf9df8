import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { root } from "../../scripts/lib/project.mjs";
import type { Import, SourceFile } from "./import-rules";

const isSource = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);
const isFile = (path: string) => existsSync(join(root, path)) && statSync(join(root, path)).isFile();

/**
 * The repository's path of what `file` names by `specifier`, or the specifier where that is a
 * package.
 */
function resolve(file: string, written: string): string {
  const specifier = written.replace(/\?\w+$/, "");
  const base = specifier.startsWith("~/")
    ? `app/${specifier.slice(2)}`
    : specifier.startsWith(".")
      ? posix.join(posix.dirname(file), specifier)
      : undefined;
  if (base === undefined) return specifier;
  const found = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"].map((end) => base + end).find(isFile);
  if (!found) throw new Error(`${file} imports ${specifier}, which isn't there`);
  return found;
}

/**
 * Whether what is called `process` gives its variables away: `.env` follows it, or no member's name
 * at all.
 */
function givesVariables(name: ts.Identifier): boolean {
  const { parent } = name;
  const isMember = ts.isPropertyAccessExpression(parent) && parent.name === name;
  const user = isMember ? parent.parent : parent;
  return !ts.isPropertyAccessExpression(user) || user.name.text === "env";
}

/** What a TypeScript source imports (`import()` included), and whether it speaks of the environment. */
export function readSource(file: string, text: string, resolvePath = resolve): SourceFile {
  const imports: Import[] = [];
  let readsEnvironment = false;
  let readsVariables = false;
  const take = (to: ts.Expression, typeOnly: boolean) => {
    if (ts.isStringLiteral(to)) imports.push({ to: resolvePath(file, to.text), typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) take(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false);
    if (ts.isExportDeclaration(node) && node.moduleSpecifier) take(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && node.arguments[0]) {
      take(node.arguments[0], false);
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) take(node.argument.literal as never, true);
    if (ts.isIdentifier(node) && node.text === "process") {
      readsEnvironment = true;
      readsVariables ||= givesVariables(node);
    }
    if (ts.isPropertyAccessExpression(node) && node.getText().startsWith("import.meta.env")) readsEnvironment = true;
    ts.forEachChild(node, visit);
  };
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : undefined;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  visit(source);
  const lines = text.split("\n").length - 1;
  return { file, lines, imports, readsEnvironment, readsVariables };
}

/** Every module of `app/` but its tests. */
export function appSources(): SourceFile[] {
  return readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
    .map((path) => `app/${path.replaceAll("\\", "/")}`)
    .filter((path) => isSource(path) && isFile(path))
    .sort()
    .map((path) => readSource(path, readFileSync(join(root, path), "utf8")));
}
