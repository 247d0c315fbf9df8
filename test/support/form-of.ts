/** Makes a form with these fields, in this order; a name may occur several times. */
export function formOf(fields: [name: string, value: string | File][] | Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields)) form.append(name, value);
  return form;
}
