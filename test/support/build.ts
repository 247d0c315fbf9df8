import { build, buildIsFresh } from "../../scripts/lib/project.mjs";

/** Global setup of tests that run against a build, which must match the sources. */
export default async function ensureBuild(): Promise<void> {
  if (buildIsFresh()) return;
  if (!(await build())) throw new Error("The app doesn't build");
}
