import { useMemo, useState } from 'react'
import { Select } from '../../../ui/select.tsx'
import { type Status, StatusMark } from '../../../ui/status-mark.tsx'
import { type ConsoleLevel, consoleLevels, parseConsoleLog } from './console-log.ts'
import { useEvidenceI18n } from './use-evidence-i18n.ts'

/** More messages than this are counted and not shown. */
const maxShownMessages = 500

const marks: Readonly<Record<ConsoleLevel, Status>> = { error: 'failure', warning: 'warning', info: 'resolved' }

/** The console of a page. Initially only errors and warnings are shown. */
export function ConsoleView({ text }: { readonly text: string }) {
  const { t } = useEvidenceI18n()
  const messages = useMemo(() => parseConsoleLog(text), [text])
  const [chosen, setChosen] = useState('problems')
  const count = (level: ConsoleLevel) => messages.filter((message) => message.level === level).length
  const shown = messages.filter(
    ({ level }) => chosen === 'all' || level === chosen || (chosen === 'problems' && level !== 'info'),
  )
  const choices = [
    { value: 'problems', label: t('console.problems', { count: count('error') + count('warning') }) },
    ...consoleLevels.map((level) => ({ value: level, label: t(`console.${level}s`, { count: count(level) }) })),
    { value: 'all', label: t('console.all', { count: messages.length }) },
  ]
  return (
    <div className="grid gap-3">
      <Select
        aria-label={t('console.filter')}
        value={chosen}
        choices={choices}
        onChoose={setChosen}
        className="!min-h-9 !w-auto justify-self-start text-sm"
      />
      {shown.length === 0 && <p className="text-muted">{t('console.none')}</p>}
      <ul aria-label={t('console.title')} className="divide-y divide-line">
        {shown.slice(0, maxShownMessages).map(({ level, text: messageText, place }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: messages stay in place, and the same one may come twice
            key={index}
            className="grid items-baseline gap-x-4 py-1.5 text-sm sm:grid-cols-[7rem_minmax(0,1fr)]"
          >
            <StatusMark status={marks[level]} text={t(`console.${level}`)} />
            <div>
              <p className="font-mono break-words whitespace-pre-wrap">{messageText}</p>
              {place !== '' && <p className="break-all text-muted">{place}</p>}
            </div>
          </li>
        ))}
      </ul>
      {shown.length > maxShownMessages && (
        <p className="text-sm text-muted">{t('console.cut', { shown: maxShownMessages })}</p>
      )}
    </div>
  )
}
