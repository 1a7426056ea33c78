import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { matches } from '../../ui/matches.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { variablesQuery } from './queries.ts'

/** The variables of templates; a click inserts one into the text. */
export function Variables({ onInsert }: { readonly onInsert: (variable: string) => void }) {
  const { t, language } = useI18n()
  const { data = [] } = useQuery(variablesQuery(language))
  const [query, setQuery] = useState('')
  const shown = data.filter(({ id, name, description }) => matches(query, String(id), name, description ?? ''))
  return (
    <section aria-labelledby="variables" className="grid gap-2">
      <h2 id="variables" className="text-lg font-semibold">
        {t('template.variables')}
      </h2>
      <p className="text-sm text-muted">{t('template.variablesText')}</p>
      <SearchBox label={t('template.searchVariables')} value={query} onChange={setQuery} className="sm:max-w-xs" />
      <ul
        // Half a row at the end shows that there are more.
        className="max-h-[16.7rem] overflow-y-auto rounded-md border border-line bg-surface"
      >
        {shown.map(({ id, name, description }) => (
          <li key={id} className="border-b border-line last:border-b-0">
            <button
              type="button"
              title={description ?? undefined}
              // Keep the caret in the text field when a variable is clicked.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(String(id))}
              className="flex min-h-10 w-full flex-wrap items-baseline gap-x-3 px-3 py-1.5 text-left -outline-offset-2 hover:bg-sunken"
            >
              <code className="font-mono text-sm">{`{{${id}}}`}</code>
              <span className="text-sm text-muted">{name}</span>
            </button>
          </li>
        ))}
        {shown.length === 0 && <li className="px-3 py-2 text-muted">{t('filters.nothing')}</li>}
      </ul>
    </section>
  )
}
