import { useQuery } from '@tanstack/react-query'
import type { Artifact, Check } from '@wachta/client'
import { useState } from 'react'
import { Failed } from '../../../app/shell/failed.tsx'
import { PictureSlider } from '../../../ui/picture-slider.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { EvidenceSection } from './evidence-section.tsx'
import { referenceArtifactQuery } from './queries.ts'
import { pictureSizeClass, StoredPicture, usePicture } from './stored-picture.tsx'
import { useEvidenceI18n } from './use-evidence-i18n.ts'

type CompareMode = 'slider' | 'sides' | 'alone'

interface ScreenshotSectionProps {
  readonly artifact: Artifact
  readonly check: Check
}

/** The screenshot of a check, compared with the screenshot of the last successful check of the same sensor. */
export function ScreenshotSection({ artifact, check }: ScreenshotSectionProps) {
  const { t, formats } = useEvidenceI18n()
  const { data: reference, error } = useQuery(referenceArtifactQuery(artifact))
  const isWide = useMedia('(min-width: 48rem)')
  const [chosen, setChosen] = useState<CompareMode>('slider')
  const modes: readonly CompareMode[] = isWide ? ['slider', 'sides', 'alone'] : ['slider', 'alone']
  const mode = modes.find((each) => each === chosen) ?? 'slider'
  const alt = t('screenshot.this', { time: formats.exact(check.time) })
  return (
    <EvidenceSection
      title={t('screenshot.title')}
      download={artifact.url}
      actions={
        reference && (
          <SegmentedControl
            label={t('screenshot.way')}
            value={mode}
            choices={modes.map((value) => ({ value, label: t(`screenshot.${value}`) }))}
            onChoose={setChosen}
          />
        )
      }
    >
      {reference && mode !== 'alone' ? (
        <ComparedScreenshots artifact={artifact} alt={alt} reference={reference} mode={mode} />
      ) : (
        <StoredPicture artifact={artifact} alt={alt} className={pictureSizeClass} />
      )}
      {error && <Failed error={error} />}
      {reference === null && <p className="mt-1.5 text-sm text-muted">{t('reference.none')}</p>}
    </EvidenceSection>
  )
}

interface ComparedScreenshotsProps {
  readonly artifact: Artifact
  readonly alt: string
  readonly reference: { readonly artifact: Artifact; readonly check: Check }
  readonly mode: Exclude<CompareMode, 'alone'>
}

function ComparedScreenshots({ artifact, alt, reference, mode }: ComparedScreenshotsProps) {
  const { t, formats } = useEvidenceI18n()
  const now = usePicture(artifact)
  const before = usePicture(reference.artifact)
  const failed = now.error ?? before.error
  const time = formats.exact(reference.check.time)
  const beforeAlt = t('screenshot.reference', { time })
  if (failed) return <Failed error={failed} />
  if (now.isNotPicture || before.isNotPicture)
    return <StoredPicture artifact={artifact} alt={alt} className={pictureSizeClass} />
  if (!now.url || !before.url) return <Skeleton className={`aspect-video w-full ${pictureSizeClass}`} />
  const names = { before: t('screenshot.good'), after: t('screenshot.alone') }
  return (
    <>
      {mode === 'slider' ? (
        <PictureSlider
          before={{ src: before.url, alt: beforeAlt, name: names.before }}
          after={{ src: now.url, alt, name: names.after }}
          label={t('screenshot.sliderLabel')}
          formatPercent={(percent) => t('screenshot.sliderValue', { percent })}
        />
      ) : (
        <div className="grid grid-cols-2 gap-4">
          {[
            { src: before.url, name: names.before, text: beforeAlt },
            { src: now.url, name: names.after, text: alt },
          ].map((picture) => (
            <figure key={picture.text} className="m-0">
              <figcaption className="mb-1 text-sm font-medium">{picture.name}</figcaption>
              <img
                src={picture.src}
                alt={picture.text}
                className={`rounded-md border border-line ${pictureSizeClass}`}
              />
            </figure>
          ))}
        </div>
      )}
      <p className="mt-1 text-sm text-muted">{t('reference.text', { time })}</p>
    </>
  )
}
