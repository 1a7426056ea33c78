import type { EffectiveBranding } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { getContrastRatio, parseColor, type Rgba } from '../../ui/contrast.ts'
import { type BrandingValues, isColour } from './branding-values.ts'
import { toLogoUrl } from './logo.ts'

interface BrandingPreviewProps {
  readonly values: BrandingValues
  readonly effective: EffectiveBranding
}

/** The beginning and end of a report with the entered values; empty fields show the inherited ones. */
export function BrandingPreview({ values, effective }: BrandingPreviewProps) {
  const { t } = useI18n()
  const isOwnColour = isColour(values.accent_colour) && values.accent_colour !== effective.accent_colour
  const band = isOwnColour ? values.accent_colour : effective.band_colour
  const bandTextColour = isOwnColour ? chooseTextColour(band) : effective.on_band_colour
  const hasIdentity = values.name !== '' || values.logo !== null
  const logo = hasIdentity ? values.logo : effective.logo
  const ownContact = [
    values.contact_text,
    values.contact_email_address,
    values.contact_phone_number,
    values.contact_url,
  ]
  const inheritedContact = [
    effective.contact_text,
    effective.contact_email_address,
    effective.contact_phone_number,
    effective.contact_url,
  ]
  const contact = (ownContact.some(Boolean) ? ownContact : inheritedContact).filter(Boolean)
  return (
    <section aria-labelledby="branding-preview" className="grid gap-3">
      <h3 id="branding-preview" className="text-lg font-semibold">
        {t('template.preview')}
      </h3>
      <div className="overflow-hidden rounded-lg border border-line bg-white shadow-card">
        <div className="grid gap-6 p-6" style={{ backgroundColor: band, color: bandTextColour }}>
          <div className="flex min-h-10 items-center gap-3">
            {logo && (
              <img src={toLogoUrl(logo)} alt="" className="h-10 max-w-40 rounded-md bg-white object-contain p-1" />
            )}
            <span className="font-semibold">{values.name || effective.name}</span>
          </div>
          <div>
            <p className="text-2xl font-semibold">{t('branding.sampleTitle')}</p>
            <p>{t('branding.sampleBelow')}</p>
          </div>
        </div>
        <p className="min-h-14 px-6 py-4 text-sm break-words text-[#3b4252]">{contact.join(' · ')}</p>
      </div>
      <p className="text-sm text-muted">{t('branding.previewText')}</p>
    </section>
  )
}

const darkInk = '#14181f'
const white: Rgba = [255, 255, 255, 1]

/** White or dark, whichever is easier to read on a colour. The printed document also darkens colours that are too light. */
function chooseTextColour(colour: string): string {
  const background = parseColor(colour) ?? white
  const ink = parseColor(darkInk) ?? white
  return getContrastRatio(ink, background) > getContrastRatio(white, background) ? darkInk : '#ffffff'
}
