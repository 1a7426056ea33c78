import { useQuery } from '@tanstack/react-query'
import type { Artifact } from '@wachta/client'
import { useMemo } from 'react'
import { Failed } from '../../../app/shell/failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EvidenceSection } from './evidence-section.tsx'
import { type FilmFrame, findFrame, parseFilmstrip } from './filmstrip.ts'
import { artifactContentQuery } from './queries.ts'
import { useEvidenceI18n } from './use-evidence-i18n.ts'

interface PaintMoments {
  /** First and largest contentful paint, in milliseconds after the start. */
  readonly fcp?: number | undefined
  readonly lcp?: number | undefined
}

/** The loading of a page in pictures. */
export function FilmstripSection({ artifact, ...moments }: PaintMoments & { readonly artifact: Artifact }) {
  const { t } = useEvidenceI18n()
  const { data, error } = useQuery(artifactContentQuery(artifact))
  const frames = useMemo(() => (data ? parseFilmstrip(new TextDecoder().decode(data)) : undefined), [data])
  return (
    <EvidenceSection title={t('filmstrip.title')} download={artifact.url}>
      {frames === undefined && (error ? <Failed error={error} /> : <Skeleton className="h-32" />)}
      {frames === null && <p className="text-muted">{t('filmstrip.unreadable')}</p>}
      {frames && <FilmstripView frames={frames} {...moments} />}
    </EvidenceSection>
  )
}

interface FilmstripViewProps extends PaintMoments {
  readonly frames: readonly FilmFrame[]
}

export function FilmstripView({ frames, fcp, lcp }: FilmstripViewProps) {
  const { t, formats } = useEvidenceI18n()
  if (frames.length === 0) return <p className="text-muted">{t('filmstrip.empty')}</p>
  const marks = [
    { at: findFrame(frames, fcp), word: 'FCP' },
    { at: findFrame(frames, lcp), word: 'LCP' },
  ]
  return (
    <ol
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
      aria-label={t('filmstrip.title')}
      className="flex gap-3 overflow-x-auto p-1 pb-3"
    >
      {frames.map(({ at, image }, index) => {
        const words = marks.filter((mark) => mark.at === index).map(({ word }) => word)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: frames stay in place, and two may have the same time
          <li key={index} className="w-40 shrink-0">
            <img
              src={image}
              alt={t('filmstrip.frame', { time: formats.milliseconds(at) })}
              className={`w-full rounded-md border ${words.length > 0 ? 'border-ok outline-2 outline-ok' : 'border-line'}`}
            />
            <p className="mt-1 flex gap-2 text-sm">
              <span>{formats.milliseconds(at)}</span>
              {words.length > 0 && <strong className="font-semibold text-ok">{words.join(', ')}</strong>}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
