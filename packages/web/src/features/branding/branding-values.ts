import type { Branding } from '@wachta/client'
import type { LogoFile } from './logo.ts'

export const brandingContactFields = [
  'contact_text',
  'contact_email_address',
  'contact_phone_number',
  'contact_url',
] as const

export interface BrandingValues extends Readonly<Record<(typeof brandingContactFields)[number], string>> {
  readonly name: string
  readonly logo: LogoFile | null
  /** Empty if it is inherited. */
  readonly accent_colour: string
}

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Whether an account has set anything itself. */
export const hasOwnBranding = ({ account_id: _account, ...own }: Branding) =>
  Object.values(own).some((value) => value !== null)

export const toBrandingValues = (own: Branding): BrandingValues => ({
  name: own.name ?? '',
  logo: own.logo,
  accent_colour: own.accent_colour ?? '',
  contact_text: own.contact_text ?? '',
  contact_email_address: own.contact_email_address ?? '',
  contact_phone_number: own.contact_phone_number ?? '',
  contact_url: own.contact_url ?? '',
})

/** Converts the values for the API: an empty text becomes null, so that it is inherited. */
export const toBrandingData = ({ logo, ...texts }: BrandingValues) => ({
  logo,
  ...Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim() === '' ? null : text.trim()])),
})
