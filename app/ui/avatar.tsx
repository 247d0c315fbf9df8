import type { CSSProperties } from "react";
import classes from "./avatar.module.css";

type AvatarProps = {
  name: string | undefined;
  /** In pixels. */
  size: number;
  src?: string;
};

/** The initials are visible while the picture loads and if it fails, also without scripts. */
export function Avatar({ name, size, src }: AvatarProps) {
  return (
    <span className={classes.avatar} style={{ "--size": `${size / 16}rem` } as CSSProperties} aria-hidden="true">
      {initialsOf(name)}
      {src && <span style={{ backgroundImage: `url("${src}")` }} />}
    </span>
  );
}

/** Returns „AK” for „Anna Maria Kowalska”, „A” for „anna@example.pl”, a dot for no name. */
export function initialsOf(name: string | undefined): string {
  const words = (name ?? "").split("@", 1)[0]?.match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  const letters = picked.map((word) => [...(word ?? "")][0] ?? "").join("");
  return letters.toLocaleUpperCase("pl") || "·";
}
