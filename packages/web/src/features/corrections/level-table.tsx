import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { computeLevel, type StatusSeconds, statusSecondsNames } from './preview.ts'
import { correctionTexts } from './texts.ts'

interface Row {
  readonly id: number
  readonly name: string
  /** Undefined while it is loading. */
  readonly before: StatusSeconds | undefined
  readonly after: StatusSeconds | undefined
}

/** The service levels before and after; for a single service also the duration of each status. */
export function LevelTable({ rows }: { readonly rows: readonly Row[] }) {
  const { formats } = useI18n()
  const texts = useTexts(correctionTexts)
  const onlyRow = rows.length === 1 ? rows[0] : undefined
  const formatLevel = (seconds: StatusSeconds | undefined) => (seconds ? formats.percent(computeLevel(seconds)) : '…')
  return (
    <>
      <table className="w-full text-left">
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="py-1 pr-3 font-medium">
              {texts('corrections.service')}
            </th>
            <th scope="col" className="py-1 pr-3 text-right font-medium">
              {texts('corrections.before')}
            </th>
            <th scope="col" className="py-1 text-right font-medium whitespace-nowrap">
              {texts('corrections.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, before, after }) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="max-w-0 w-full truncate py-1.5 pr-3 font-normal">
                {name}
              </th>
              <td className="py-1.5 pr-3 text-right whitespace-nowrap">{formatLevel(before)}</td>
              <td className="py-1.5 text-right font-semibold whitespace-nowrap">{formatLevel(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {onlyRow?.before && <StatusDurations before={onlyRow.before} after={onlyRow.after ?? onlyRow.before} />}
    </>
  )
}

/** The duration of each status before and after. */
function StatusDurations({ before, after }: { readonly before: StatusSeconds; readonly after: StatusSeconds }) {
  const { formats } = useI18n()
  const texts = useTexts(correctionTexts)
  const changedNames = statusSecondsNames.filter((name) => before[name] !== after[name])
  if (changedNames.length === 0) return <p className="mt-2 text-sm text-muted">{texts('corrections.unchanged')}</p>
  return (
    <dl className="mt-3 grid gap-1 text-sm">
      {changedNames.map((name) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{texts(`corrections.seconds.${name}`)}</dt>
          <dd>
            {formats.duration(before[name])} → {formats.duration(after[name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}
