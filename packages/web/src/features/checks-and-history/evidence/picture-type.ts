const signatures: readonly (readonly [type: string, bytes: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
]

/**
 * Detects the type of an image from its first bytes, because the content type of a monitored server cannot be trusted.
 * Types that can contain scripts, such as SVG, are not detected.
 */
export function detectPictureType(content: Uint8Array): string | null {
  const found = signatures.find(([, bytes]) => bytes.every((byte, index) => content[index] === byte))
  if (found) return found[0]
  const text = String.fromCharCode(...content.slice(0, 12))
  return text.startsWith('RIFF') && text.endsWith('WEBP') ? 'image/webp' : null
}
