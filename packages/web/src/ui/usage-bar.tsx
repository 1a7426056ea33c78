interface UsageBarProps {
  readonly label: string
  /** "12 of 50" */
  readonly text: string
  readonly used: number
  readonly limit: number
}

/** How much of something is used up. The text is complete; the bar only helps to compare. */
export function UsageBar({ label, text, used, limit }: UsageBarProps) {
  const share = limit > 0 ? Math.min(used / limit, 1) : used > 0 ? 1 : 0
  const fill = share >= 1 ? 'var(--failure-fill)' : share >= 0.8 ? 'var(--unknown-fill)' : 'var(--accent)'
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="text-muted">{text}</span>
      </p>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="h-1.5 w-full rounded-full">
        <rect width="100" height="4" fill="var(--line)" />
        <rect width={share * 100} height="4" fill={fill} />
      </svg>
    </div>
  )
}
