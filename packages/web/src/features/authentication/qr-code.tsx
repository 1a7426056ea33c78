import { useMemo } from 'react'
import { maxBytes } from '../../ui/qr-codewords.ts'
import { buildQrMatrix } from '../../ui/qr-matrix.ts'

/** The width of the quiet zone that the standard requires, in modules. */
const quietZoneModules = 4

/**
 * A QR code, black on white in every theme because scanners expect that. Renders nothing if the text is too long for a
 * code; it has to be entered by hand then.
 */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const drawing = useMemo(() => drawQrCode(text), [text])
  if (drawing === null) return null
  const { path, size } = drawing
  const side = size + 2 * quietZoneModules
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quietZoneModules} ${-quietZoneModules} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md border border-line"
    >
      <rect x={-quietZoneModules} y={-quietZoneModules} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function drawQrCode(text: string): { readonly path: string; readonly size: number } | null {
  if (new TextEncoder().encode(text).length > maxBytes) return null
  const matrix = buildQrMatrix(text)
  const squares = matrix.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
  return { path: squares.join(''), size: matrix.length }
}
