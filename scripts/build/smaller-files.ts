import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const compress = promisify(brotliCompress);
/** What compresses; fonts and pictures are compressed already. */
const TEXT = /\.(?:js|css|svg)$/;
/** Smaller files, in bytes, aren't worth the word about it in the answer's header. */
const FROM = 200;

/**
 * Writes a Brotli file beside each script and sheet at the highest level, which is too slow for
 * each request (.server/http/built-files.ts sends it). It runs after the last build into that
 * folder.
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
            const small = await compress(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
            if (small.length < bytes.length - FROM) await writeFile(join(folder, `${name}.br`), small);
          }),
        );
      },
    },
  };
}
