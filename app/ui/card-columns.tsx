import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import theme from "./theme/components.module.css";

type CardColumnsProps = {
  /** As `grid-template-columns` has it; halves unless told. */
  widths?: string;
  /** Whether the cards show what may be out of date, until the server has answered. */
  isStale?: boolean;
  children: ReactNode;
};

/** Cards beside each other, below each other where the window is narrow. */
export function CardColumns({ widths = "minmax(0, 1fr) minmax(0, 1fr)", isStale, children }: CardColumnsProps) {
  return (
    <Box className={theme.columns} __vars={{ "--columns": widths }} aria-busy={isStale || undefined}>
      {children}
    </Box>
  );
}
