import { defineConfig, type Plugin, type PluginOption } from "vite";
import { configOf } from "../../vite.config";

/** Where records become text, and how the next version's text holds more than ours knows. */
const RECORDS = {
  "/app/.server/db/seal.ts": ["JSON.stringify(content)", "JSON.stringify({ ...content, ofNextVersion: { is: [1] } })"],
  "/app/sellers/jobs/job-store.server.ts": [
    "JSON.stringify(item)",
    "JSON.stringify({ ...(item as object), ofNextVersion: { is: [1] } })",
  ],
} as const;

function recordsOfNextVersion(): Plugin {
  return {
    name: "records-of-next-version",
    enforce: "pre",
    transform(code, id) {
      for (const [file, [ours, theirs]] of Object.entries(RECORDS)) {
        if (!id.endsWith(file)) continue;
        if (!code.includes(ours)) throw new Error(`${file} doesn't make records into text by ${ours} any more`);
        return { code: code.replace(ours, theirs), map: null };
      }
      return undefined;
    },
  };
}

/** What makes the operators' commands and the smaller files, which no test asks this build for. */
const UNUSED = ["commands", "smaller-files"];

const isUsed = (plugin: PluginOption) => !(plugin && "name" in plugin && UNUSED.includes(plugin.name));

/**
 * The same app as after a deploy: printed by another minifier, each chunk has other bytes and
 * another name, and what it writes down has fields that ours doesn't know.
 */
export default defineConfig((env) => {
  const config = configOf("build/next-version")(env);
  return {
    ...config,
    plugins: [recordsOfNextVersion(), ...(config.plugins ?? []).filter(isUsed)],
    build: { ...config.build, minify: env.isSsrBuild ? false : "esbuild", reportCompressedSize: false },
  };
});
