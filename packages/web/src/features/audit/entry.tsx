import type { Audit } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type AuditedChange, auditKind, compareFields } from './changes.ts'
import { getResourceText } from './resource-text.ts'

interface EntryProps {
  readonly entry: Audit
  /** The name of the author, if the user may see it. */
  readonly actor: string | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export function AuditEntry({ entry, actor, isOpen, onToggle }: EntryProps) {
  const { t, formats } = useI18n()
  const kind = auditKind(entry.before, entry.after)
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="grid w-full grid-cols-[1rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-0.5 py-2.5 text-left hover:bg-hover md:grid-cols-[1rem_9rem_minmax(0,14rem)_minmax(0,1fr)]"
      >
        <Icon name={isOpen ? 'down' : 'right'} className="self-center text-muted" />
        <span className="text-muted md:whitespace-nowrap">{formats.dateTime(entry.time)}</span>
        <span className="min-w-0 break-words max-md:col-start-2">{actor ?? <Unnamed entry={entry} />}</span>
        <span className="min-w-0 max-md:col-start-2">
          {t(`audit.kind.${kind}`)} {getResourceText(entry.resource, t)}{' '}
          <code className="font-mono text-sm break-words">{entry.object_id}</code>
        </span>
      </button>
      {isOpen && (
        <div className="grid gap-4 bg-sunken px-3 py-3 sm:px-7">
          <Changes changes={compareFields(entry.before, entry.after)} isErased={entry.is_erased} />
          <Circumstances entry={entry} />
        </div>
      )}
    </li>
  )
}

function Unnamed({ entry: { actor_id, actor_scope } }: Pick<EntryProps, 'entry'>) {
  const { t } = useI18n()
  return actor_id === null ? t(`audit.by.${actor_scope}`) : t('audit.byNumber', { id: actor_id })
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

function Circumstances({ entry }: Pick<EntryProps, 'entry'>) {
  const { t, formats } = useI18n()
  const facts: [label: string, value: string][] = [
    [t('audit.time'), formats.exact(entry.time)],
    [t('audit.operation'), entry.operation],
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
