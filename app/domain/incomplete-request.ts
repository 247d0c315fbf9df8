/** A write without an id or a payload (docs/product.md §5). */
export class IncompleteRequest extends Error {
  readonly reason: "createWithoutPayload" | "updateWithoutId" | "patchWithoutId";
  constructor(reason: IncompleteRequest["reason"]) {
    super(`Seller request refused: ${reason}`);
    this.name = "IncompleteRequest";
    this.reason = reason;
  }
}
