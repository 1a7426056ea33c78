import { Link } from '@tanstack/react-router'
import type { Escalation } from '@wachta/client'
import { useSpeech } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useAddresses, useContactGroups, useNamesOf } from '../contacts/queries.ts'
import type { Ladder } from './queries.ts'
import { tellsSomebody } from './reach.ts'
import { repeatWords, timeWords } from './step-words.ts'
import { useScopeWords } from './use-scope-words.ts'

/** A rule, what it is about, and its ladder in a few words. */
export function LadderRow({ ladder: { event, steps } }: { readonly ladder: Ladder }) {
  const { t } = useSpeech()
  const scope = useScopeWords()
  const active = steps.filter(({ is_active }) => is_active)
  const addresses = useAddresses()
  const groups = useContactGroups()
  const addressesOf = (contact: number) => addresses.filter(({ contact_id }) => contact_id === contact)
  const isHeard = tellsSomebody(active, addressesOf, groups)
  return (
    <li className="grid gap-x-8 gap-y-2 border-t border-line py-3 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-w-0">
        <Link
          to="/escalations/$id"
          params={{ id: String(event.id) }}
          className="font-medium text-ink underline underline-offset-4"
        >
          {event.name}
        </Link>
        <p className="text-sm text-muted">{scope(event)}</p>
        {!event.is_active && <StatusMark status="paused" word={t('ladders.off')} />}
      </div>
      <div>
        <ol className="grid gap-1">
          {active.map((step) => (
            <StepLine key={step.id} step={step} />
          ))}
        </ol>
        {!isHeard && <StatusMark status="unknown" word={t('ladders.nobody')} />}
      </div>
    </li>
  )
}

function StepLine({ step }: { readonly step: Escalation }) {
  const { t, formats } = useSpeech()
  const names = useNamesOf(step)
  const repeats = repeatWords(step, t, formats)
  return (
    <li className="grid gap-x-4 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
      <span className="text-muted">{timeWords(step.delay, t, formats)}</span>
      <span>
        {names.join(', ') || <StatusMark status="unknown" word={t('step.nobody')} />}
        {repeats && <span className="text-muted">, {repeats}</span>}
      </span>
    </li>
  )
}
