import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { computeLevel, type Seconds, statusSeconds } from './preview.ts'
import { correctionTexts } from './texts.ts'

interface Row {
  readonly id: number
  readonly name: string
  /** Undefined while it is loading. */
  readonly before: Seconds | undefined
  readonly after: Seconds | undefined
}

/** The service levels before and after; for a single service also the duration of each status. */
export function LevelTable({ rows }: { readonly rows: readonly Row[] }) {
  const { formats } = useI18n()
  const texts = useTexts(correctionTexts)
  const only = rows.length === 1 ? rows[0] : undefined
  const level = (seconds: Seconds | undefined) => (seconds ? formats.percent(computeLevel(seconds)) : '…')
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
              <td className="py-1.5 pr-3 text-right whitespace-nowrap">{level(before)}</td>
              <td className="py-1.5 text-right font-semibold whitespace-nowrap">{level(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {only?.before && <Shares before={only.before} after={only.after ?? only.before} />}
    </>
  )
}

/** The duration of each status before and after. */
function Shares({ before, after }: { readonly before: Seconds; readonly after: Seconds }) {
  const { formats } = useI18n()
  const texts = useTexts(correctionTexts)
  const changed = statusSeconds.filter((name) => before[name] !== after[name])
  if (changed.length === 0) return <p className="mt-2 text-sm text-muted">{texts('corrections.unchanged')}</p>
  return (
    <dl className="mt-3 grid gap-1 text-sm">
      {changed.map((name) => (
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
