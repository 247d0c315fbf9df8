import { Box, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useFocusReturned } from "./use-focus-returned";

/** Over the page and always in view, so that it moves nothing and needs no scrolling. */
export function Floating({ children, role = "alert" }: { children: ReactNode; role?: "alert" | "status" }) {
  const onFocus = useFocusReturned(Boolean(children));
  return (
    <Stack
      role={role}
      onFocus={onFocus}
      align="center"
      pos="fixed"
      top="calc(var(--panel-header-height) + 0.5rem)"
      left="1rem"
      right="1rem"
      // Screen readers miss a status that is shown only together with its text.
      display={children || role === "status" ? undefined : "none"}
      style={{ zIndex: 900, pointerEvents: "none" }}
      data-screen-only
    >
      {children && (
        <Box maw="min(40rem, 100%)" style={{ pointerEvents: "auto" }}>
          {children}
        </Box>
      )}
    </Stack>
  );
}
