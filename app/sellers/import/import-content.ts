import type { uploadContent } from "./import-page.server";
import type { planContent } from "./plan-page.server";

/** The page to choose a file on. */
export type UploadContent = Awaited<ReturnType<typeof uploadContent>>;

/** The page that says what a checked file would do. */
export type PlanContent = Awaited<ReturnType<typeof planContent>>;

export function isPlan(content: UploadContent | PlanContent): content is PlanContent {
  return "importable" in content;
}
