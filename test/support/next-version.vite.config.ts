import { defineConfig } from "vite";
import { configOf } from "../../vite.config";

/** The same app as after a deploy: printed by another minifier, each chunk has other bytes and another name. */
export default defineConfig((env) => {
  const config = configOf("build/next-version")(env);
  return { ...config, build: { ...config.build, minify: env.isSsrBuild ? false : "esbuild" } };
});
