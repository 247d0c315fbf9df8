/** The package has no types; small-fonts.ts needs only these. */
declare module "subset-font" {
  type Options = { targetFormat: "woff2"; variationAxes: Record<string, { min: number; max: number }> };
  export default function subsetFont(font: Buffer, letters: string, options: Options): Promise<Buffer>;
}
