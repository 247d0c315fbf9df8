import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Fonts and pictures are compressed already. */
const TEXT = /\.(?:js|css|svg)$/;
/** In bytes; a smaller saving isn't worth the response's additional headers. */
const MIN_SAVING = 200;

/**
 * Writes a Brotli and a gzip file beside each script and sheet at the highest level, which is too
 * slow for each request (.server/http/built-files.ts sends them). The server's build is the last
 * one, so the plugin runs then.
 */
export function smallerFiles(buildDirectory: string): Plugin {
  return {
    name: "smaller-files",
    apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        const folder = join(buildDirectory, "client/assets");
        const names = (await readdir(folder)).filter((name) => TEXT.test(name));
        await Promise.all(
          names.map(async (name) => {
            const bytes = await readFile(join(folder, name));
            const small = await brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
            if (small.length >= bytes.length - MIN_SAVING) return;
            await writeFile(join(folder, `${name}.br`), small);
            await writeFile(join(folder, `${name}.gz`), await zip(bytes, { level: constants.Z_BEST_COMPRESSION }));
          }),
        );
      },
    },
  };
}
