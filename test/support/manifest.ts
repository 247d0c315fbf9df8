import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/project.mjs";

/** A route of the built app, which may differ from the route table in the sources. */
export type BuiltRoute = {
  id: string;
  /** The whole path, such as `/sellers/:id/edit`. */
  path: string;
  hasLoader: boolean;
  hasAction: boolean;
};

type Entry = { id: string; parentId?: string; path?: string; hasLoader: boolean; hasAction: boolean };

/** Returns every route of the build except layouts, which have no address. */
export function builtRoutes(): BuiltRoute[] {
  const folder = join(root, "build/client/assets");
  const file = readdirSync(folder).find((name) => /^manifest-.*\.js$/.test(name));
  if (!file) throw new Error("There is no built manifest");
  const source = readFileSync(join(folder, file), "utf8");
  const { routes } = JSON.parse(source.slice(source.indexOf("{"), source.lastIndexOf("}") + 1)) as {
    routes: Record<string, Entry>;
  };
  const pathOf = ({ parentId, path }: Entry): string => {
    const parent = parentId ? routes[parentId] : undefined;
    return [parent ? pathOf(parent) : "", path].filter(Boolean).join("/");
  };
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  return Object.values(routes)
    .filter(({ id }) => !parents.has(id) && !id.startsWith("layout-"))
    .map((entry) => ({
      id: entry.id,
      path: `/${pathOf(entry)}`,
      hasLoader: entry.hasLoader,
      hasAction: entry.hasAction,
    }));
}
