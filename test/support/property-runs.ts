/**
 * How often a property test tries: a tenth without `npm test -- --all`, and few for each mutant.
 */
export const propertyRuns = (atNight: number): number =>
  process.env.MUTATION ? 20 : process.env.PANEL_ALL_TESTS ? atNight : Math.ceil(atNight / 10);
