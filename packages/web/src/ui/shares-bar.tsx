interface Share {
  readonly name: string
  readonly value: number
  readonly color: string
  /** The height from 0 to 1, which distinguishes parts without colour. */
  readonly height: number
}

interface SharesBarProps {
  readonly label: string
  readonly shares: readonly Share[]
}

/** A horizontal bar that shows the parts of a total. Very small parts get a minimum width. */
export function SharesBar({ label, shares }: SharesBarProps) {
  const nonZeroShares = shares.filter(({ value }) => value > 0)
  const sum = nonZeroShares.reduce((all, { value }) => all + value, 0)
  const widenedShares = nonZeroShares.map((share) => ({ ...share, width: Math.max(share.value / sum, 0.008) }))
  const totalWidth = widenedShares.reduce((all, { width }) => all + width, 0)
  let x = 0
  return (
    <svg role="img" aria-label={label} viewBox="0 0 100 20" preserveAspectRatio="none" className="h-6 w-full">
      <rect y="19.500" width="100" height="0.500" fill="var(--line)" />
      {widenedShares.map(({ name, color, height, width }) => {
        const from = x
        x += (100 * width) / totalWidth
        return (
          <rect key={name} x={from} y={20 * (1 - height)} width={x - from} height={20 * height} fill={color}>
            <title>{name}</title>
          </rect>
        )
      })}
    </svg>
  )
}
