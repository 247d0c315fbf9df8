import type { CSSProperties } from "react";
import { initialsOf } from "./initials";
import classes from "./ui.module.css";

type AvatarProps = {
  name: string | undefined;
  /** In pixels. */
  size: number;
  /** A path of ours where the picture is; may well answer 404. */
  src?: string;
};

/**
 * The initials lie under the picture: where there is none, or before it comes, they show, without a script, a broken
 * image or a shift. Decoration, because the name always stands beside it.
 */
export function Avatar({ name, size, src }: AvatarProps) {
  return (
    <span className={classes.avatar} style={{ "--size": `${size}px` } as CSSProperties} aria-hidden="true">
      {initialsOf(name)}
      {src && <span className={classes.picture} style={{ backgroundImage: `url("${src}")` }} />}
    </span>
  );
}
