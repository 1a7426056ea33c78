import type { EffectiveBranding } from '@wachta/client'
import { type ExamplePostKind, makeExamplePost } from '@wachta/status-page'
import { Suspense, useState } from 'react'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { announcementLabels } from './announcement-labels.ts'
import { listExamples } from './announcement-values.ts'
import type { StatusPageValues } from './page-values.ts'
import { statusPageTexts } from './texts.ts'

const StatusPagePreview = lazyPart(async () => (await import('./page-preview.tsx')).StatusPagePreview)

/** The page itself, or an example of an automatic post. */
export type ShownPreview = 'page' | ExamplePostKind

interface EditorPreviewProps {
  readonly values: StatusPageValues
  readonly branding: EffectiveBranding | undefined
  readonly shown: ShownPreview
  readonly onShow: (shown: ShownPreview) => void
}

/** The preview of a page, and of its automatic posts if it has any. */
export function EditorPreview({ values, branding, shown: requestedPreview, onShow }: EditorPreviewProps) {
  const labels = useTexts(announcementLabels)
  const texts = useTexts(statusPageTexts)
  const [now] = useState(() => Date.now())
  const previews: readonly ShownPreview[] = ['page', ...listExamples(values)]
  const shown = previews.find((each) => each === requestedPreview) ?? 'page'
  const post = shown === 'page' ? null : makeExamplePost(shown, toExampleFacts(values), now)
  const choice = previews.length > 1 && (
    <FormField label={labels('shown')}>
      {(fieldIds) => (
        <Select
          {...fieldIds}
          value={shown}
          choices={previews.map((value) => ({ value, label: labels(`shown.${value}`) }))}
          onChoose={(value) => onShow(value as ShownPreview)}
        />
      )}
    </FormField>
  )
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full" />}>
      <StatusPagePreview
        draft={{ values, branding, posts: post ? [post] : [] }}
        path={post ? `posts/${post.publicId}` : ''}
        text={post ? labels('exampleText') : texts('previewText')}
      >
        {choice}
      </StatusPagePreview>
    </Suspense>
  )
}

/** An incident of one component is enough for an example. */
const toExampleFacts = ({ languages, announcementTemplates, timeZone, title, components }: StatusPageValues) => ({
  languages,
  templates: announcementTemplates,
  timeZone,
  pageTitle: title,
  componentNames: components
    .map(({ name }) => name.trim())
    .filter(Boolean)
    .slice(0, 1),
})
