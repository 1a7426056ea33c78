import type { Branding } from '@wachta/client'

export type LogoFile = NonNullable<Branding['logo']>

export const logoTypes = ['image/png', 'image/jpeg', 'image/svg+xml'] as const

/** The size limit of the API; larger files are not read at all. */
const maxLogoBytes = 256 * 1024

/** Thrown if a file cannot be a logo; shown at the field. */
class UnusableLogo extends Error {
  override readonly name = 'UnusableLogo'
}

/** Reads a file that was chosen as a logo. Throws UnusableLogo. */
export async function readLogo(file: File): Promise<LogoFile> {
  const media_type = logoTypes.find((type) => type === file.type)
  if (!media_type || file.size > maxLogoBytes) throw new UnusableLogo(file.name)
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { media_type, content: btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')) }
}

/** Returns the data URL of a logo for an image element, which runs no scripts of an SVG. */
export const toLogoUrl = ({ media_type, content }: LogoFile): string => `data:${media_type};base64,${content}`
