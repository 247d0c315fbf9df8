/**
 * A write that names no record or brings nothing to write (docs/product.md §5); said in words by
 * `problems:incomplete.*`.
 */
export class IncompleteRequest extends Error {
  readonly reason: "createWithoutPayload" | "updateWithoutId" | "patchWithoutId";
  constructor(reason: IncompleteRequest["reason"]) {
    super(`Seller request refused: ${reason}`);
    this.name = "IncompleteRequest";
    this.reason = reason;
  }
}
