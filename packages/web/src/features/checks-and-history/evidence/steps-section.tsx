import type { Artifact } from '@wachta/client'
import { useState } from 'react'
import { StatusMark } from '../../../ui/status-mark.tsx'
import { EvidenceSection } from './evidence-section.tsx'
import { type CheckedStep, omitStep } from './steps.ts'
import { pictureSizeClass, StoredPicture } from './stored-picture.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { useEvidenceI18n } from './use-evidence-i18n.ts'

interface StepsSectionProps {
  readonly steps: readonly CheckedStep[]
  /** The message of the sensor about the failed step. */
  readonly message: string | null
  /** The pictures of steps, by number. */
  readonly pictures: ReadonlyMap<number, Artifact>
  /** Whether the screenshot of the check shows the moment of the failure. */
  readonly hasScreenshot: boolean
}

/** The steps of a scenario with their times, the one that failed, and their pictures. */
export function StepsSection({ steps, message, pictures, hasScreenshot }: StepsSectionProps) {
  const { t } = useEvidenceI18n()
  const totalMs = steps.reduce((end, { run }) => Math.max(end, run ? run.start + run.length : 0), 0)
  return (
    <EvidenceSection title={t('evidence.steps')}>
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{t('evidence.steps')}</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-1.5 pr-3 font-medium">
              {t('evidence.step')}
            </th>
            <th scope="col" className="w-1/3 py-1.5 pr-3 font-medium max-sm:hidden">
              <span className="sr-only">{t('har.axis')}</span>
            </th>
            <th scope="col" className="py-1.5 pr-3 text-right font-medium">
              {t('column.responseTime')}
            </th>
            <th scope="col" className="py-1.5 pr-3 text-right font-medium max-sm:hidden">
              {t('evidence.size')}
            </th>
            {pictures.size > 0 && (
              <th scope="col" className="w-28 py-1.5 font-medium">
                {t('steps.picture')}
              </th>
            )}
          </tr>
        </thead>
        {steps.map((step) => (
          <StepRow
            key={step.step}
            step={step}
            totalMs={totalMs}
            message={step.isFailed ? omitStep(message, step) : null}
            picture={pictures.get(step.step)}
            hasPictures={pictures.size > 0}
            hasScreenshot={hasScreenshot}
          />
        ))}
      </table>
    </EvidenceSection>
  )
}

interface StepRowProps extends Pick<StepsSectionProps, 'message' | 'hasScreenshot'> {
  readonly step: CheckedStep
  readonly totalMs: number
  readonly picture: Artifact | undefined
  readonly hasPictures: boolean
}

function StepRow({ step, totalMs, message, picture, hasPictures, hasScreenshot }: StepRowProps) {
  const { t, formats } = useEvidenceI18n()
  const { run, isFailed } = step
  // If the check has a screenshot, it shows the same moment.
  const [isOpen, setOpen] = useState(isFailed && picture !== undefined && !hasScreenshot)
  const name = step.name === '' ? t('steps.number', { step: step.step }) : `${step.step}. ${step.name}`
  return (
    <tbody className="border-b border-line align-top">
      <tr>
        <th scope="row" className="py-2 pr-3 font-medium">
          {name}
          {step.isCleanup && <span className="font-normal text-muted"> ({t('steps.cleanup')})</span>}
          {isFailed && (
            <span className="mt-0.5 block font-normal">
              <StatusMark status="failure" text={t('steps.failed')} />
              {message && <span className="mt-0.5 block font-mono break-words">{message}</span>}
              {!picture && hasScreenshot && <span className="block text-muted">{t('steps.seeScreenshot')}</span>}
            </span>
          )}
        </th>
        <td className="py-2 pr-3 max-sm:hidden">{run && <StepBar step={step} whole={totalMs} />}</td>
        <td className="py-2 pr-3 text-right whitespace-nowrap">
          {run ? formats.milliseconds(run.length) : <span className="text-muted">{t('steps.notRun')}</span>}
        </td>
        <td className="py-2 pr-3 text-right whitespace-nowrap max-sm:hidden">
          {run?.size == null ? '–' : formats.bytes(run.size)}
        </td>
        {hasPictures && (
          <td className="py-2">
            {picture && (
              <button
                type="button"
                aria-expanded={isOpen}
                aria-label={t('steps.pictureOf', { step: name })}
                onClick={() => setOpen(!isOpen)}
                className="block w-28 overflow-clip rounded-md border border-edge hover:border-accent"
              >
                <Thumbnail artifact={picture} />
              </button>
            )}
          </td>
        )}
      </tr>
      {isOpen && picture && (
        <tr>
          <td colSpan={5} className="pb-3">
            <StoredPicture artifact={picture} alt={t('steps.pictureOf', { step: name })} className={pictureSizeClass} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

function StepBar({ step: { run, isFailed }, whole }: { readonly step: CheckedStep; readonly whole: number }) {
  const toPercent = (value: number) => (whole === 0 ? 0 : (100 * value) / whole)
  return (
    <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true" className="mt-1 block h-3 w-full">
      <rect y="5.500" width="100" height="1" fill="var(--line)" />
      <rect
        x={toPercent(run?.start ?? 0)}
        width={Math.max(toPercent(run?.length ?? 0), 0.6)}
        height="12"
        fill={isFailed ? 'var(--failure-fill)' : 'var(--part-1)'}
      />
    </svg>
  )
}
