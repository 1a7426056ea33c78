import type { EffectiveBranding } from '@wachta/client'
import { makeExampleComponent, type PageView, type PostView } from '@wachta/status-page'
import { isColour } from '../branding/branding-values.ts'
import type { LogoFile } from '../branding/logo.ts'
import type { ComponentValues, StatusPageValues } from './page-values.ts'

export interface PreviewDraft {
  readonly values: StatusPageValues
  /** Undefined until it is loaded. */
  readonly branding: EffectiveBranding | undefined
  readonly posts: readonly PostView[]
}

const defaultColour = '#1f5bc4'

/** Converts the form to a published page with example values. Leaves out components without a name as unfinished. */
export function toPreviewView({ values, branding, posts }: PreviewDraft, now: number): PageView {
  const colour = values.accentColour.trim()
  return {
    version: 1,
    readAt: now,
    slug: values.slug,
    title: values.title,
    description: values.description,
    url: '',
    languages: values.languages,
    timeZone: values.timeZone,
    theme: {
      appearance: values.appearance,
      accentColour: isColour(colour) ? colour : (branding?.accent_colour ?? defaultColour),
      brandName: branding?.name ?? '',
      logo: toPicture(values.logo ?? branding?.logo ?? null),
      favicon: null,
      homeUrl: values.homeUrl.trim() || null,
      footer: values.footer,
      contact: {
        text: branding?.contact_text ?? null,
        emailAddress: branding?.contact_email_address ?? null,
        url: branding?.contact_url ?? null,
      },
    },
    isIndexed: false,
    availability: values.availability,
    sections: [...Map.groupBy(values.components.filter(isNamed), ({ section }) => section.trim())].map(
      ([name, components]) => ({ name, components: components.map((each) => toExample(each, values, now)) }),
    ),
    posts,
  }
}

const isNamed = ({ name }: ComponentValues): boolean => name.trim() !== ''

/** A component whose status is set by hand has no measurements. */
function toExample(component: ComponentValues, { timeZone }: StatusPageValues, now: number) {
  const isMeasured = component.source !== 'manual'
  return makeExampleComponent(
    {
      publicId: component.key,
      name: component.name,
      description: component.description,
      status: isMeasured ? 'operational' : component.manualStatus,
      // The preview always shows the component, because the author looks for it.
      onlyShowIfDegraded: false,
      showsHistory: isMeasured && component.showsHistory,
      showsAvailability: isMeasured && component.showsAvailability,
      showsResponseTime: isMeasured && component.showsResponseTime,
    },
    { now, timeZone },
  )
}

const toPicture = (picture: LogoFile | null) =>
  picture === null ? null : { mediaType: picture.media_type, content: picture.content }
