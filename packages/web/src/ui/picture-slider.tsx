import { useId, useState } from 'react'

interface ComparedPicture {
  readonly src: string
  readonly alt: string
  /** A word or two, above its side of the picture. */
  readonly name: string
}

interface PictureSliderProps {
  readonly before: ComparedPicture
  readonly after: ComparedPicture
  readonly label: string
  /** Formats how much of the width shows the earlier picture. */
  readonly formatPercent: (percent: number) => string
}

/**
 * Two pictures of the same thing, one over the other: the earlier one is left of the line. Drag the line, or use the
 * arrow keys.
 */
export function PictureSlider({ before, after, label, formatPercent }: PictureSliderProps) {
  const id = useId()
  const [percent, setPercent] = useState(50)
  const [ratio, setRatio] = useState<number | null>(null)
  return (
    // The picture must not push other content out of the window.
    <div style={ratio === null ? undefined : { maxWidth: `calc(55dvh * ${ratio})` }}>
      <p aria-hidden="true" className="mb-1 flex justify-between gap-4 text-sm font-medium">
        <span>← {before.name}</span>
        <span className="text-right">{after.name} →</span>
      </p>
      <div className="relative grid overflow-clip rounded-md border border-line bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <img
          src={after.src}
          alt={after.alt}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
          className="col-start-1 row-start-1 w-full self-start"
        />
        <img
          src={before.src}
          alt={before.alt}
          style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
          className="col-start-1 row-start-1 w-full self-start bg-sunken"
        />
        <span
          aria-hidden="true"
          style={{ left: `${percent}%` }}
          className="absolute inset-y-0 -ml-0.5 w-1 border-x border-surface bg-accent"
        >
          <span className="absolute top-1/2 left-1/2 grid size-9 -translate-1/2 place-items-center rounded-full border-2 border-surface bg-accent text-accent-ink">
            <svg
              viewBox="0 0 16 16"
              aria-hidden="true"
              className="size-4"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
            >
              <path d="M6 4 2 8l4 4M10 4l4 4-4 4" />
            </svg>
          </span>
        </span>
        <input
          id={id}
          type="range"
          min={0}
          max={100}
          value={percent}
          aria-valuetext={formatPercent(percent)}
          onChange={(event) => setPercent(Number(event.target.value))}
          className="absolute inset-0 m-0 size-full cursor-ew-resize touch-pan-y opacity-0"
        />
      </div>
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id}>{formatPercent(percent)}</output>
      </p>
    </div>
  )
}
