import { useMemo } from 'react'
import { maxBytes } from '../../ui/qr-codewords.ts'
import { qrMatrix } from '../../ui/qr-matrix.ts'

/** The quiet zone that the standard asks for. */
const margin = 4

/** Black on white in every theme: readers of codes expect nothing else. A text that does not fit is left to the hand. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const drawn = useMemo(() => drawing(text), [text])
  if (drawn === null) return null
  const { path, size } = drawn
  const side = size + 2 * margin
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md border border-line"
    >
      <rect x={-margin} y={-margin} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function drawing(text: string): { readonly path: string; readonly size: number } | null {
  if (new TextEncoder().encode(text).length > maxBytes) return null
  const matrix = qrMatrix(text)
  const squares = matrix.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
  return { path: squares.join(''), size: matrix.length }
}
