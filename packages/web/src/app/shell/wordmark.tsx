export function Wordmark() {
  return (
    <span className="flex shrink-0 items-center gap-2 px-1 font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-6 shrink-0">
        <rect width="32" height="32" rx="7" fill="#1c4f8f" />
        <path
          d="M6 10l5 13 5-10 5 10 5-13"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Wachta
    </span>
  )
}
