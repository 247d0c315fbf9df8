import { useLocation, useNavigation } from "@remix-run/react";
import { createContext, type Dispatch, type SetStateAction, useContext, useEffect, useMemo, useState } from "react";
import { restoreLostFocus } from "~/ui/focus";

/** A navigation to a location outside `locationKeys` unpins the row. */
type OpenCorrection = { sellerId: string; locationKeys: (string | undefined)[] } | undefined;

type PinnedRow = {
  /** The list keeps this seller's row while the row's correction is open. */
  pinnedId: string | undefined;
  setOpenCorrection: Dispatch<SetStateAction<OpenCorrection>>;
};

export const PinnedRowContext = createContext<PinnedRow>({ pinnedId: undefined, setOpenCorrection: () => {} });

export function usePinnedRow(): PinnedRow {
  const { key } = useLocation();
  const [open, setOpenCorrection] = useState<OpenCorrection>();
  // Restores the focus after a correction: the focused row may have disappeared from the list.
  useEffect(() => (open ? restoreLostFocus : undefined), [open]);
  const pinnedId = open?.locationKeys.includes(key) ? open.sellerId : undefined;
  return useMemo(() => ({ pinnedId, setOpenCorrection }), [pinnedId]);
}

/** Pins the row until the component unmounts, or until the first navigation after its mount. */
export function usePinRow(sellerId: string): void {
  const { setOpenCorrection } = useContext(PinnedRowContext);
  // The second key: a search that was loading when the correction opened doesn't unpin the row.
  const [locationKeys] = useState([useLocation().key, useNavigation().location?.key]);
  useEffect(() => {
    setOpenCorrection({ sellerId, locationKeys });
    return () => setOpenCorrection(undefined);
  }, [sellerId, locationKeys, setOpenCorrection]);
}
