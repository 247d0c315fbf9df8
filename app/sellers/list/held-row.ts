import { useLocation, useNavigation } from "@remix-run/react";
import { createContext, type Dispatch, type SetStateAction, useContext, useEffect, useMemo, useState } from "react";
import { restoreLostFocus } from "~/ui/focus";

/** The seller whose correction is open, and the keys of the locations that don't close it. */
type OpenCorrection = { id: string; keys: (string | undefined)[] } | undefined;

type HeldRow = {
  /** The id of the seller whose row, with what is typed in it, stays in the list. */
  heldId: string | undefined;
  setOpenCorrection: Dispatch<SetStateAction<OpenCorrection>>;
};

export const HeldRowContext = createContext<HeldRow>({ heldId: undefined, setOpenCorrection: () => {} });

export function useHeldRow(): HeldRow {
  const { key } = useLocation();
  const [open, setOpenCorrection] = useState<OpenCorrection>();
  // When a correction closes, its focused row may be gone from the list.
  useEffect(() => (open ? restoreLostFocus : undefined), [open]);
  const heldId = open?.keys.includes(key) ? open.id : undefined;
  return useMemo(() => ({ heldId, setOpenCorrection }), [heldId]);
}

/** Keeps the row until the component unmounts, or a navigation ends that began after the mount. */
export function useHoldOnRow(id: string): void {
  const { setOpenCorrection } = useContext(HeldRowContext);
  const [keys] = useState([useLocation().key, useNavigation().location?.key]);
  useEffect(() => {
    setOpenCorrection({ id, keys });
    return () => setOpenCorrection(undefined);
  }, [id, keys, setOpenCorrection]);
}
