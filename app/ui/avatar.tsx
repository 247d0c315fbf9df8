import { Avatar as MantineAvatar } from "@mantine/core";
import { initialsOf } from "./initials";

type AvatarProps = {
  name: string | undefined;
  /** In pixels. */
  size: number;
  /** A path of ours where the picture is; may well answer 404. */
  src?: string;
};

/**
 * A picture over the person's initials, which show until it comes or where there is none: without a script, a broken image or a shift.
 * Decoration, because the name always stands beside it.
 */
export function Avatar({ name, size, src }: AvatarProps) {
  return (
    <MantineAvatar component="span" size={size} pos="relative" aria-hidden="true">
      {initialsOf(name)}
      {src && <span style={{ position: "absolute", inset: 0, background: `url("${src}") center / cover` }} />}
    </MantineAvatar>
  );
}
