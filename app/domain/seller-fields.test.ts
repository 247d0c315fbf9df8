import { expect, test } from "vitest";
import { formRows, textFields } from "./seller-fields";

test("The form has an input for each text, once", () => {
  expect(formRows.flat().toSorted()).toEqual(textFields.toSorted());
});
