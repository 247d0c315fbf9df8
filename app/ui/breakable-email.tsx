import { Fragment } from "react";

/**
 * A long address breaks after its „@” or an earlier dot, not inside a word.
 * @param parts the address in pieces; every second piece matches the search and is marked
 */
export function breakableEmail(email: string, parts: readonly string[] = [email]) {
  const domainStart = email.lastIndexOf("@") + 1;
  let offset = 0;
  const withBreaks = (part: string) => {
    const local = part.slice(0, Math.max(0, domainStart - offset));
    offset += part.length;
    const pieces = local.match(/[^.@]*[.@]|[^.@]+$/g) ?? [];
    return [
      pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece has nothing but its place.
        <Fragment key={at}>
          {piece}
          {/[.@]$/.test(piece) && <wbr />}
        </Fragment>
      )),
      part.slice(local.length),
    ];
  };
  return (
    email && (
      <bdi translate="no">
        {parts.map((part, at) => (at % 2 === 1 ? <mark key={offset}>{withBreaks(part)}</mark> : withBreaks(part)))}
      </bdi>
    )
  );
}
