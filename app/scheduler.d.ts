/** The package brings no types; this is of what hydrate.client.tsx asks of it. */
declare module "scheduler" {
  /** For how long React works before it lets the browser draw, as drawings a second; 0 for its own 5 ms. */
  export function unstable_forceFrameRate(fps: number): void;
}
