import { type Answer, Problem } from "./answers";
import type { SellersQuery } from "./seller-index";
import type { BackendShape, StoredSeller } from "./types";

type Parameter = keyof BackendShape["params"];
const PARAMETERS = ["search", "accountEnabled", "sort", "page", "pageSize"] as const satisfies Parameter[];

export const SHAPE_USAGE = `--backend SHAPE, a list of KEY=VALUE, such as 'page=pageNumber:0,list=items':
    search, accountEnabled, sort, page, pageSize = its name of the parameter; empty: it has none
    page=NAME:0        pages are counted from 0
    page=NAME:offset   it is told how many sellers to skip
    sort=NAME:suffix   "displayName desc" instead of -displayName; :comma "displayName,desc"
    sort=NAME:OTHER    asc or desc in a parameter called OTHER
    list=KEY           where the sellers are, such as data.items; empty: a bare array
    total=KEY          where their number is; header: in X-Total-Count; empty: nowhere
    own=N              the size of its pages, where pageSize is empty
    max=N              longer pages are refused`;

/** A backend that answers with everything, as a bare array. */
export const BARE_ARRAY = "search=,accountEnabled=,sort=,page=,pageSize=,list=,total=";

/** The most sellers in a page of the backend, unless its shape says otherwise. */
const LARGEST_PAGE = 1_000;

/**
 * @param text such as `sort=,pageSize=limit`; empty: the backend of docs/openapi.yaml
 * @throws Error that quotes a part that can't be read
 */
export function parseShape(text: string): BackendShape {
  const shape: BackendShape = {
    params: { search: "search", accountEnabled: "accountEnabled", sort: "sort", page: "page", pageSize: "pageSize" },
    paging: "number",
    firstPage: 1,
    sort: "sign",
    directionParam: "",
    list: "sellers",
    total: "total",
    ownPageSize: 50,
    longestPage: LARGEST_PAGE,
  };
  for (const pair of text ? text.split(",") : []) {
    const [key = "", value, ...rest] = pair.split("=").map((part) => part.trim());
    const [name = "", detail] = (value ?? "").split(":");
    if (value === undefined || rest.length > 0) throw new Error(`"${pair}" is no KEY=VALUE`);
    if ((PARAMETERS as readonly string[]).includes(key)) shape.params[key as Parameter] = name;
    if (key === "page" && detail === "0") shape.firstPage = 0;
    else if (key === "page" && detail === "offset") shape.paging = "offset";
    else if (key === "sort" && (detail === "suffix" || detail === "comma")) shape.sort = detail;
    else if (key === "sort" && detail) shape.directionParam = detail;
    else if (detail !== undefined && !(key === "page" && detail === "1")) throw new Error(`"${pair}" isn't understood`);
    else if (key === "list" || key === "total") shape[key] = value;
    else if (key === "own" && /^[1-9]\d*$/.test(value)) shape.ownPageSize = Number(value);
    else if (key === "max" && /^[1-9]\d*$/.test(value)) shape.longestPage = Number(value);
    else if (!(PARAMETERS as readonly string[]).includes(key)) throw new Error(`"${pair}" isn't understood`);
  }
  return shape;
}

/** Returns the app's variables for a backend of this shape. */
export function variablesOf(shape: BackendShape): Record<string, string> {
  return {
    SELLERS_PARAMS: PARAMETERS.map(
      (parameter) => `${parameter}=${shape.params[parameter]}${detailOf(shape, parameter)}`,
    ).join(","),
    SELLERS_FIRST_PAGE: String(shape.firstPage),
    SELLERS_SORT: shape.sort,
    SELLERS_LIST_KEY: shape.list,
    SELLERS_TOTAL_KEY: shape.total === "header" ? "" : shape.total,
    SELLERS_PAGE_MAX: String(shape.longestPage),
  };
}

function detailOf({ paging, directionParam }: BackendShape, parameter: Parameter): string {
  if (parameter === "page" && paging === "offset") return ":offset";
  return parameter === "sort" && directionParam ? `:${directionParam}` : "";
}

/** @throws Problem 400 for a parameter or a value that the backend doesn't know */
export function readShapedQuery(shape: BackendShape, given: URLSearchParams): SellersQuery {
  const { params, firstPage, longestPage, ownPageSize, directionParam } = shape;
  const isOffset = shape.paging === "offset";
  const errors: Record<string, string[]> = {};
  const names = new Set([...Object.values(params), directionParam].filter(Boolean));
  if (isCountedOnRequest(shape)) names.add("$count");
  for (const name of given.keys()) if (!names.has(name)) errors[name] = [`Parametr ${name} jest nieznany`];
  const value = (parameter: Parameter) => (params[parameter] ? given.get(params[parameter]) : null);
  const wholeNumber = (parameter: Parameter, least: number, most: number): number | undefined => {
    const text = value(parameter);
    if (text === null) return undefined;
    const isRight = /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
    if (!isRight) errors[params[parameter]] = [`Podaj liczbę całkowitą od ${least} do ${most}`];
    return Number(text);
  };
  const first = isOffset ? 0 : firstPage;
  const page = wholeNumber("page", first, Number.MAX_SAFE_INTEGER) ?? first;
  const pageSize = wholeNumber("pageSize", 1, longestPage) ?? Math.min(50, longestPage);
  const sort = value("sort") || (params.sort ? "displayName" : "id");
  const [, sign = "", field = "", mark = ""] = /^(-?)([A-Za-z]\w{0,40})((?:[ ,](?:desc|asc))?)$/.exec(sort) ?? [];
  const own = directionParam ? (given.get(directionParam) ?? "asc") : "";
  const isDescending = directionParam ? own === "desc" : sign !== "" || mark.endsWith("desc");
  const marks = { sign: "", suffix: " ", comma: "," };
  const isWritten = directionParam
    ? !sign && !mark
    : shape.sort === "sign"
      ? !mark
      : !sign && (!mark || mark[0] === marks[shape.sort]);
  if (!field || !isWritten) errors[params.sort] = ["Nieznany porządek"];
  const enabled = value("accountEnabled");
  if (enabled !== null && enabled !== "true" && enabled !== "false") {
    errors[params.accountEnabled] = ["Podaj wartość true albo false"];
  }
  if (Object.keys(errors).length > 0) throw new Problem(400, "Nieprawidłowe zapytanie", { errors });
  const isWhole = !params.page;
  return {
    search: value("search") ?? "",
    accountEnabled: enabled === null ? undefined : enabled === "true",
    sort: isDescending ? `-${field}` : field,
    page: isWhole ? 1 : isOffset ? page / pageSize + 1 : page - firstPage + 1,
    pageSize: isWhole ? Number.MAX_SAFE_INTEGER : params.pageSize ? pageSize : ownPageSize,
  };
}

type Page = { sellers: StoredSeller[]; total: number };

/** OData counts only where `$count=true` asks for it. */
const isCountedOnRequest = ({ total }: BackendShape) => total === "@odata.count";

/** Returns the answer to a list request, with the names that the shape gives its fields. */
export function shapedAnswer(shape: BackendShape, { sellers, total }: Page, given: URLSearchParams): Answer {
  const body = {};
  const isCounted = !isCountedOnRequest(shape) || given.get("$count") === "true";
  if (shape.list) place(body, shape.list, sellers);
  if (isCounted && shape.total && shape.total !== "header") place(body, shape.total, total);
  return {
    status: 200,
    json: shape.list ? body : sellers,
    headers: shape.total === "header" ? { "x-total-count": String(total) } : {},
  };
}

/** Puts a value where a key such as `data.items` leads; OData's keys are names with a dot. */
function place(body: Record<string, unknown>, key: string, value: unknown): void {
  const [first = "", ...rest] = key.startsWith("@") ? [key] : key.split(".");
  if (rest.length === 0) body[first] = value;
  else {
    const inner = (body[first] ?? {}) as Record<string, unknown>;
    body[first] = inner;
    place(inner, rest.join("."), value);
  }
}
