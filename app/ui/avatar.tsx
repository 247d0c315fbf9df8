import type { CSSProperties } from "react";
import classes from "./avatar.module.css";

type AvatarProps = {
  name: string | undefined;
  /** In pixels. */
  size: number;
  /** A path of ours where the picture is; may well answer 404. */
  src?: string;
};

/**
 * A picture over initials: while it loads or fails the initials show, without a script. It is
 * decoration, because the name always stands beside it.
 */
export function Avatar({ name, size, src }: AvatarProps) {
  return (
    <span className={classes.avatar} style={{ "--size": `${size / 16}rem` } as CSSProperties} aria-hidden="true">
      {initialsOf(name)}
      {src && <span style={{ backgroundImage: `url("${src}")` }} />}
    </span>
  );
}

/** „Anna Maria Kowalska” gives „AK”, an address its first letter, no name a dot. */
export function initialsOf(name: string | undefined): string {
  const words = (name ?? "").split("@", 1)[0]?.match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  const letters = picked.map((word) => [...(word ?? "")][0] ?? "").join("");
  return letters.toLocaleUpperCase("pl") || "·";
}
