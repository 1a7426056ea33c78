import { useQuery } from '@tanstack/react-query'
import type { Service } from '@wachta/client'
import { type ReactNode, useState } from 'react'
import type { RangeName } from '../../app/client/ranges.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { ApplyTolerance } from './apply-tolerance.tsx'
import { Differences } from './differences.tsx'
import { WhatIfOutcome } from './outcome.tsx'
import { usedSensorsQuery, type WhatIfTrial, whatIfQuery } from './queries.ts'
import { getTolerance, Rules } from './rules.tsx'

interface WhatIfProps {
  readonly service: Service
  readonly range: RangeName
  /** The control that selects the range. */
  readonly choice: ReactNode
}

const unchangedTrial: WhatIfTrial = { tolerance: null, sensors: null, delay: 0 }

/**
 * The threshold simulator: replays stored checks with other settings and shows which failures they would have found.
 */
export function WhatIfPanel({ service, range, choice }: WhatIfProps) {
  const { t } = useI18n()
  const [trial, setTrial] = useState(unchangedTrial)
  const settledTrial = useDebounced(trial)
  const { data: sensors = [] } = useQuery(usedSensorsQuery(service.id, range))
  const { data, error, isPlaceholderData } = useQuery(whatIfQuery(service.id, range, settledTrial))
  // Once the tried tolerance has been applied, it is the current one and no longer a change.
  const tolerance = trial.tolerance === getTolerance(service) ? null : trial.tolerance
  const isChanged = tolerance !== null || trial.sensors !== null || trial.delay > 0
  const count =
    data && data.before.ok_analyses_count + data.before.failure_analyses_count + data.before.unknown_analyses_count
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-prose">
          <h2 className="text-lg font-semibold">{t('whatIf.title')}</h2>
          <p className="text-muted">{t('whatIf.hint')}</p>
        </div>
        {choice}
      </div>
      <Rules service={service} sensors={sensors} trial={trial} onChange={setTrial} />
      {!data && (error ? <Failed error={error} /> : <Skeleton className="h-40" />)}
      {data && count === 0 && <EmptyState title={t('analyses.emptyTitle')}>{t('analyses.empty')}</EmptyState>}
      {data && count !== 0 && (
        <div aria-busy={isPlaceholderData} className="grid gap-6">
          <WhatIfOutcome answer={data} isChanged={isChanged} />
          <Differences answer={data} isChanged={isChanged} />
        </div>
      )}
      {isChanged && (
        <div className="flex flex-wrap items-center gap-2">
          <ApplyTolerance service={service} tolerance={tolerance} />
          <Button kind="quiet" onClick={() => setTrial(unchangedTrial)}>
            {t('whatIf.reset')}
          </Button>
        </div>
      )}
    </div>
  )
}
