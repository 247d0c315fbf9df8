/** The page to choose a file on. */
export type UploadContent = {
  /** Why the file that was sent can't be used. */
  fault?: { title: string; text: string };
  /** Of a file, at most. */
  megabytes: number;
  rows: number;
  formKey: string;
};

type Change = { field: string /** Absent for a new seller. */; before?: string; after: string };

/** The page that says what a checked file would do. */
export type PlanContent = {
  id: string;
  fileName: string;
  counts: { create: number; update: number; unchanged: number; wrong: number };
  /** Rows that can be saved. */
  importable: number;
  /** About an MPK's lost zeros. */
  zeros?: string;
  /** Headings that aren't known. */
  ignored: string[];
  problems: { line: number; field: string; value: string; reason: string }[];
  page: number;
  pages: number;
  /** Path of the file of rows to correct. */
  correction: string;
  preview: { line: number; name: string; sellerId?: string; changes: Change[] }[];
  /** The job that saves it already. */
  jobId?: string;
  formKey: string;
};

export type ImportContent = UploadContent | PlanContent;

export function isPlan(content: ImportContent): content is PlanContent {
  return "importable" in content;
}
