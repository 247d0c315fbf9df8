import type { ReactNode } from "react";

type IconProps = {
  size?: number;
  /** Without a label the icon is decoration. */
  label?: string;
};

function icon(drawing: ReactNode) {
  return function Icon({ size = 18, label }: IconProps) {
    return (
      <svg
        role={label ? "img" : undefined}
        aria-label={label}
        aria-hidden={label ? undefined : true}
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {drawing}
      </svg>
    );
  };
}

export const CheckIcon = icon(
  <>
    <circle cx="10" cy="10" r="7.5" />
    <path d="m6.8 10.2 2.2 2.2 4.2-4.6" />
  </>,
);
export const InfoIcon = icon(
  <>
    <circle cx="10" cy="10" r="7.5" />
    <path d="M10 9.2v4.2M10 6.5v.1" />
  </>,
);
export const WarningIcon = icon(
  <>
    <path d="M10 3 2.5 16.5h15L10 3Z" />
    <path d="M10 8.2v3.8M10 14.2v.1" />
  </>,
);
export const ErrorIcon = icon(
  <>
    <circle cx="10" cy="10" r="7.5" />
    <path d="M10 6.2v4.4M10 13.5v.1" />
  </>,
);
export const ChevronIcon = icon(<path d="m6 8 4 4 4-4" />);
export const SearchIcon = icon(
  <>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13.2 13.2 3.8 3.8" />
  </>,
);
export const PlusIcon = icon(<path d="M10 4v12M4 10h12" />);
export const CalendarIcon = icon(
  <>
    <rect x="3" y="4.5" width="14" height="12.5" rx="2" />
    <path d="M3 8.5h14M7 2.5v4M13 2.5v4" />
  </>,
);
export const CopyIcon = icon(
  <>
    <rect x="7" y="7" width="9.5" height="9.5" rx="2" />
    <path d="M4.5 13H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v.5" />
  </>,
);
