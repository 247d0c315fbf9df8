/** The package brings no types; these are of what small-fonts.ts asks of it. */
declare module "subset-font" {
  type Options = { targetFormat: "woff2"; variationAxes: Record<string, { min: number; max: number }> };
  export default function subsetFont(font: Buffer, letters: string, options: Options): Promise<Buffer>;
}
