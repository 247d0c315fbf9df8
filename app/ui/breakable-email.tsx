import { Fragment } from "react";

/**
 * A long address breaks after its „@” or an earlier dot, not inside a word.
 * @param parts the address in pieces, of which every second one is marked (`splitMatches`)
 */
export function breakableEmail(email: string, parts: readonly string[] = [email]) {
  const domain = email.lastIndexOf("@") + 1;
  let end = 0;
  const withBreaks = (part: string) => {
    const local = part.slice(0, Math.max(0, domain - end));
    end += part.length;
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
        {parts.map((part, at) => (at % 2 === 1 ? <mark key={end}>{withBreaks(part)}</mark> : withBreaks(part)))}
      </bdi>
    )
  );
}
