import { useMemo } from 'react'
import { maxBytes } from '../../ui/qr-codewords.ts'
import { qrMatrix } from '../../ui/qr-matrix.ts'

/** The width of the quiet zone that the standard requires, in modules. */
const margin = 4

/**
 * A QR code, black on white in every theme because scanners expect that. Renders nothing if the text is too long for a
 * code; it has to be entered by hand then.
 */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const drawn = useMemo(() => drawQrCode(text), [text])
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

function drawQrCode(text: string): { readonly path: string; readonly size: number } | null {
  if (new TextEncoder().encode(text).length > maxBytes) return null
  const matrix = qrMatrix(text)
  const squares = matrix.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
  return { path: squares.join(''), size: matrix.length }
}
