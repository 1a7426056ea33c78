import type { StatusPagePost } from '@wachta/client'

type Indicator = StatusPagePost['impact']

interface IndicatorMarkProps {
  readonly indicator: Indicator
  readonly text: string
}

/** The status of a page or the impact of a post, with the shapes and colours that visitors see on the page. */
export function IndicatorMark({ indicator, text }: IndicatorMarkProps) {
  const { colour, area, sign } = marks[indicator]
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium whitespace-nowrap ${colour}`}>
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-3.5 shrink-0"
      >
        <path d={area} fill="currentColor" />
        <path d={sign} strokeWidth={2.2} className="stroke-surface" />
      </svg>
      {text}
    </span>
  )
}

const disc = 'M10 1a9 9 0 1 1 0 18a9 9 0 0 1 0-18z'

interface Mark {
  readonly colour: string
  readonly area: string
  readonly sign: string
}

const marks: Readonly<Record<Indicator, Mark>> = {
  none: { colour: 'text-ok', area: disc, sign: 'm6 10.4 2.8 2.7 5.3-5.8' },
  maintenance: {
    colour: 'text-accent',
    area: 'M6 1h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5V6a5 5 0 0 1 5-5z',
    sign: 'M7.7 6.5v7m4.6-7v7',
  },
  minor: {
    colour: 'text-unknown',
    area: 'M8.7 2.3a1.5 1.5 0 0 1 2.6 0l7.4 13.4a1.5 1.5 0 0 1-1.3 2.2H2.6a1.5 1.5 0 0 1-1.3-2.2z',
    sign: 'M10 7.4v4.2m0 2.9v.1',
  },
  major: { colour: 'text-slow', area: disc, sign: 'M5.8 10h8.4' },
  critical: {
    colour: 'text-failure',
    area: 'M6.3 1h7.4L19 6.3v7.4L13.7 19H6.3L1 13.7V6.3z',
    sign: 'm6.9 6.9 6.2 6.2m0-6.2-6.2 6.2',
  },
}
