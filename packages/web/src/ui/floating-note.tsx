import { type PointerEvent, type ReactNode, useState } from 'react'

interface PointedColumn {
  readonly index: number
  /** The middle of the column, in pixels from the left edge. */
  readonly left: number
  /** The position of the pointer, as a share of the width. */
  readonly share: number
}

/** Returns the column under the pointer, of equally wide columns, and the listeners for the element that has them. */
export function usePointedColumn(count: number) {
  const [pointed, setPointed] = useState<PointedColumn | null>(null)
  return {
    pointed: pointed !== null && pointed.index < count ? pointed : null,
    listeners: {
      onPointerMove: (event: PointerEvent<Element>) => {
        const { left, width } = event.currentTarget.getBoundingClientRect()
        const share = width === 0 ? 0 : (event.clientX - left) / width
        const index = Math.min(Math.max(Math.floor(share * count), 0), count - 1)
        setPointed({ index, left: ((index + 0.5) / count) * width, share })
      },
      onPointerLeave: () => setPointed(null),
    },
  }
}

/**
 * A note above a column, shifted inwards at the edges. It is hidden from screen readers, because its text is also in a
 * table.
 */
export function FloatingNote({ at, children }: { readonly at: PointedColumn; readonly children: ReactNode }) {
  return (
    <div
      aria-hidden="true"
      style={{ left: at.left, translate: `${-100 * at.share}% 0` }}
      className="pointer-events-none absolute bottom-full z-20 mb-1.5 w-max max-w-64 rounded-md border border-line bg-raised px-2.5 py-1.5 text-left text-sm shadow-lg"
    >
      {children}
    </div>
  )
}
