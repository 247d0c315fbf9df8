import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import theme from "./theme/components.module.css";

type CardColumnsProps = {
  /** As `grid-template-columns` has it; halves unless told. */
  widths?: string;
  children: ReactNode;
};

/** Cards beside each other, below each other where the window is narrow. */
export function CardColumns({ widths = "minmax(0, 1fr) minmax(0, 1fr)", children }: CardColumnsProps) {
  return (
    <Box className={theme.columns} __vars={{ "--columns": widths }}>
      {children}
    </Box>
  );
}
