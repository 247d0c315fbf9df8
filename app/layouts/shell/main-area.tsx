import { Box } from "@mantine/core";
import type { ReactNode } from "react";

/** Where the page stands below the header: as wide as it is read well, with docs/product.md §9's space around it. */
export function MainArea({ children }: { children: ReactNode }) {
  return (
    <Box
      component="main"
      id="content"
      tabIndex={-1}
      flex={1}
      w="100%"
      maw="100rem"
      mx="auto"
      p="var(--panel-page-top) var(--panel-page-side) var(--panel-page-bottom)"
    >
      {children}
    </Box>
  );
}
