import { useLocation, useNavigation } from "@remix-run/react";
import { createContext, type Dispatch, type SetStateAction, useContext, useEffect, useMemo, useState } from "react";
import { restoreLostFocus } from "~/ui/focus";

/** The seller who is being edited in a row, and the keys of the locations that don't end that. */
type OpenCorrection = { id: string; keptOpenAt: (string | undefined)[] } | undefined;

type HeldRow = {
  /** The id of the seller whose row stays in the list, even if newly loaded rows lack the seller. */
  heldId: string | undefined;
  setOpenCorrection: Dispatch<SetStateAction<OpenCorrection>>;
};

export const HeldRowContext = createContext<HeldRow>({ heldId: undefined, setOpenCorrection: () => {} });

export function useHeldRow(): HeldRow {
  const { key } = useLocation();
  const [open, setOpenCorrection] = useState<OpenCorrection>();
  // When a correction closes, its focused row may be gone from the list.
  useEffect(() => (open ? restoreLostFocus : undefined), [open]);
  const heldId = open?.keptOpenAt.includes(key) ? open.id : undefined;
  return useMemo(() => ({ heldId, setOpenCorrection }), [heldId]);
}

/** Keeps the row while the component is mounted, until a navigation that began later has ended. */
export function useHoldOnRow(id: string): void {
  const { setOpenCorrection } = useContext(HeldRowContext);
  // A search that was on its way when the correction opened may arrive without closing it.
  const [keptOpenAt] = useState([useLocation().key, useNavigation().location?.key]);
  useEffect(() => {
    setOpenCorrection({ id, keptOpenAt });
    return () => setOpenCorrection(undefined);
  }, [id, keptOpenAt, setOpenCorrection]);
}
