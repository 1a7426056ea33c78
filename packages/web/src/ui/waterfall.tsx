interface WaterfallPart {
  readonly label: string
  readonly color: string
  /** The time from the start of the first part, in any unit that `length` has too. */
  readonly start: number
  readonly length: number
  /** The length as text. */
  readonly text: string
}

interface WaterfallProps {
  readonly caption: string
  readonly headers: readonly [part: string, length: string]
  readonly parts: readonly WaterfallPart[]
}

/** Parts of one process, one below the other. A bar shows when its part starts and how long it takes. */
export function WaterfallBars({ caption, headers, parts }: WaterfallProps) {
  const total = Math.max(...parts.map(({ start, length }) => start + length), 0)
  const toPercent = (value: number) => (total === 0 ? 0 : (100 * value) / total)
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{headers[0]}</th>
          <td />
          <th scope="col">{headers[1]}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ label, color, start, length, text }) => (
          <tr key={label}>
            <th scope="row" className="py-1 pr-4 font-normal whitespace-nowrap text-muted">
              {label}
            </th>
            <td className="w-full">
              <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true" className="block h-3 w-full">
                <rect y="5.500" width="100" height="1" fill="var(--line)" />
                <rect x={toPercent(start)} width={Math.max(toPercent(length), 0.6)} height="12" fill={color} />
              </svg>
            </td>
            <td className="py-1 pl-4 text-right whitespace-nowrap">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
