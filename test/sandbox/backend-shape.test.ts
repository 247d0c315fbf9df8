import { expect, test } from "vitest";
import { parseShape, variablesOf } from "./backend-shape";

test("A shape is written as it is told to the app", () => {
  expect(variablesOf(parseShape("page=pageNumber:0,list=items"))).toEqual({
    SELLERS_PARAMS: "search=search,accountEnabled=accountEnabled,sort=sort,page=pageNumber,pageSize=pageSize",
    SELLERS_FIRST_PAGE: "0",
    SELLERS_SORT: "sign",
    SELLERS_LIST_KEY: "items",
    SELLERS_TOTAL_KEY: "total",
    SELLERS_PAGE_MAX: "1000",
  });
  expect(variablesOf(parseShape("search=,sort=$orderby:suffix,total=header,own=7,max=50"))).toMatchObject({
    SELLERS_PARAMS: "search=,accountEnabled=accountEnabled,sort=$orderby,page=page,pageSize=pageSize",
    SELLERS_SORT: "suffix",
    SELLERS_TOTAL_KEY: "",
    SELLERS_PAGE_MAX: "50",
  });
});

test.each(["pages=x", "page", "page=x:2", "sort=x:asc", "own=none", "max=0", "search=a=b", "list=a:b"])(
  "The shape %j isn't understood",
  (text) => {
    expect(() => parseShape(text)).toThrow(text);
  },
);
