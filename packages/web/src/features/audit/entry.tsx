import type { Audit } from '@wachta/client'
import { useId } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import type { Translate } from '../../app/i18n/translate.ts'
import { Icon } from '../../ui/icon.tsx'
import { type AuditedChange, compareFields } from './changes.ts'
import { ObjectLink } from './object-link.tsx'
import { type AuditNames, describeEntry } from './sentence.ts'
import { sentences } from './sentences.ts'

interface EntryProps {
  readonly entry: Audit
  /** The name of the author, if the user may see it. */
  readonly actor: string | undefined
  /** The names of objects, by `resource/id`. */
  readonly names: AuditNames
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export function AuditEntry({ entry, actor, names, isOpen, onToggle }: EntryProps) {
  const { formats } = useI18n()
  const id = useId()
  return (
    <li>
      <div className="relative grid grid-cols-[1.5rem_minmax(0,1fr)] items-baseline gap-x-2 gap-y-0.5 px-3 py-2.5 hover:bg-hover md:grid-cols-[1.5rem_8.5rem_minmax(0,1fr)]">
        {/* The whole row can be pressed; the links in it are above the button. */}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-labelledby={id}
          onClick={onToggle}
          className="self-center text-muted after:absolute after:inset-0"
        >
          <Icon name={isOpen ? 'down' : 'right'} />
        </button>
        <span className="text-sm text-muted max-md:order-last max-md:col-start-2 md:whitespace-nowrap">
          {formats.dateTime(entry.time)}
        </span>
        <p id={id} className="min-w-0 break-words [&_a]:relative">
          <Sentence entry={entry} actor={actor} names={names} />
        </p>
      </div>
      {isOpen && (
        <div className="grid gap-4 bg-sunken px-3 py-3 sm:px-7">
          <Changes changes={compareFields(entry.before, entry.after)} isErased={entry.is_erased} />
          <EntryDetails entry={entry} />
        </div>
      )}
    </li>
  )
}

function Sentence({ entry, actor, names }: Pick<EntryProps, 'entry' | 'actor' | 'names'>) {
  const { t, formats, language } = useI18n()
  const { parts, subject, objectName } = describeEntry(entry, { t: sentences[language], formats, names })
  // Deleted objects have no page.
  const target = entry.after === null && subject?.relation === 'own' ? null : (subject?.object ?? null)
  return parts.map((part) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'object') return <ObjectLink key="object" object={target} name={objectName ?? ''} />
    return (
      <span key="actor" className="font-medium">
        {actor ?? describeActor(entry, t)}
      </span>
    )
  })
}

/** Names the author of an entry who has no account, or whose account the user may not see. */
function describeActor({ actor_id, actor_scope, after }: Audit, t: Translate): string {
  if (actor_id !== null) return t('audit.byUnknown')
  // People who follow the link in a notification are not signed in, but the entry names the notified contact.
  const acknowledgedBy = (after as Readonly<Record<string, unknown>> | null)?.['acknowledged_by']
  return typeof acknowledgedBy === 'string' && acknowledgedBy !== '' ? acknowledgedBy : t(`audit.by.${actor_scope}`)
}

function Changes({ changes, isErased }: { readonly changes: readonly AuditedChange[]; readonly isErased: boolean }) {
  const { t } = useI18n()
  if (changes.length === 0) return <p className="text-muted">{t(isErased ? 'audit.erased' : 'audit.noFields')}</p>
  return (
    <>
      <table className="w-full table-fixed border-collapse text-left text-sm">
        <caption className="sr-only">{t('audit.changes')}</caption>
        <thead>
          <tr className="text-muted">
            {(['field', 'before', 'after'] as const).map((name) => (
              <th key={name} scope="col" className="py-1 pr-3 font-medium">
                {t(`audit.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field} className="border-t border-line align-top">
              <th scope="row" className="py-1 pr-3 font-mono font-normal break-words">
                {field}
              </th>
              <td className="py-1 pr-3 font-mono break-words">{before ?? '–'}</td>
              <td className="py-1 font-mono break-words">{after ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isErased && <p className="text-sm text-muted">{t('audit.erased')}</p>}
    </>
  )
}

function EntryDetails({ entry }: Pick<EntryProps, 'entry'>) {
  const { t, formats } = useI18n()
  const facts: [label: string, value: string][] = [
    [t('audit.time'), formats.exact(entry.time)],
    [t('audit.operation'), entry.operation],
    [t('audit.object'), `${entry.resource} ${entry.object_id}`],
    [t('audit.actor'), entry.actor_id === null ? entry.actor_scope : `account ${entry.actor_id}`],
    [t('audit.address'), entry.client_ip_address ?? '–'],
    [t('audit.session'), entry.session_id === null ? '–' : String(entry.session_id)],
    [t('audit.request'), entry.request_id],
    [t('audit.sequence'), formats.number(entry.sequence)],
    [t('audit.hash'), entry.hash],
  ]
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted max-sm:mt-1">{label}</dt>
          <dd className="font-mono break-all">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
