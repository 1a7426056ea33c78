import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useSensors } from '../sensors/queries.ts'
import { formatDiagnostic } from './answer-text.ts'
import { getResultPollInterval } from './poll-interval.ts'
import { diagnosticResultQuery, type RequestedDiagnostic } from './queries.ts'

/** A diagnostic that was started or rejected. If a link names it, its sensor is known only from the loaded result. */
export type StartedDiagnostic = {
  readonly kind: RequestedDiagnostic['kind']
} & ({ readonly id: string; readonly sensor: number | null } | { readonly error: unknown; readonly sensor: number })

/** After this time the result is shown as late. */
const lateAfterMs = 30_000

/** One card per sensor, filled in as results arrive. */
export function DiagnosticAnswers({ diagnostics }: { readonly diagnostics: readonly StartedDiagnostic[] }) {
  const { t } = useI18n()
  const hasTraceroute = diagnostics.some((each) => 'id' in each && each.kind === 'traceroute')
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" className="mb-3 text-lg font-semibold">
        {t('diagnostics.answers')}
      </h2>
      {/* Routes have long lines with the times at the end, so they need the full width. */}
      <ul className={`grid gap-4 ${hasTraceroute ? '' : 'lg:grid-cols-2'}`}>
        {diagnostics.map((each) =>
          'id' in each ? (
            <Answer key={each.id} kind={each.kind} id={each.id} sensor={each.sensor} />
          ) : (
            <Card key={`refused ${each.sensor}`} sensor={each.sensor} state={t('diagnostics.state.refused')}>
              <p className="text-failure">▲ {errorText(each.error)}</p>
            </Card>
          ),
        )}
      </ul>
    </section>
  )
}

interface AnswerProps {
  readonly kind: RequestedDiagnostic['kind']
  readonly id: string
  readonly sensor: number | null
}

function Answer({ kind, id, sensor }: AnswerProps) {
  const { t } = useI18n()
  const { data, error } = useQuery(diagnosticResultQuery(kind, id))
  const [since] = useState(() => Date.now())
  const now = useNow(5000).getTime()
  const text = data ? formatDiagnostic(data, t('diagnostics.noHops')) : null
  return (
    <Card
      sensor={sensor ?? data?.sensor_id ?? null}
      state={t(`diagnostics.state.${data?.status ?? 'pending'}`)}
      action={
        text !== null && (
          <CopyButton
            text={text}
            label={t('diagnostics.copy')}
            doneLabel={t('diagnostics.copied')}
            failedText={t('common.notCopied')}
          />
        )
      }
    >
      {text !== null && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
          tabIndex={0}
          className="max-h-96 overflow-auto rounded-md bg-sunken p-3 font-mono text-sm"
        >
          {text}
        </pre>
      )}
      {error && !data && <p className="text-failure">▲ {errorText(error)}</p>}
      {text === null && getResultPollInterval(data?.status, error) !== false && now - since > lateAfterMs && (
        <p className="text-sm text-muted">{t('diagnostics.late')}</p>
      )}
    </Card>
  )
}

interface CardProps {
  readonly sensor: number | null
  readonly state: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Card({ sensor, state, action, children }: CardProps) {
  const name = useSensorName(sensor)
  return (
    <li className="min-w-0 rounded-md border border-line bg-surface p-4">
      <div className="mb-2 flex min-h-8 items-center gap-3">
        <h3 className="font-medium">{name}</h3>
        <span role="status" className="mr-auto text-sm text-muted">
          {state}
        </span>
        {action}
      </div>
      {children}
    </li>
  )
}

function useSensorName(sensor: number | null): string {
  const { t } = useI18n()
  const sensors = useSensors()
  return sensor === null ? t('diagnostics.sensor') : (sensors.get(sensor)?.name ?? `#${sensor}`)
}
