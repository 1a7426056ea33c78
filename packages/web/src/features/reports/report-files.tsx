import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { filesQuery, useReportDictionary } from './queries.ts'
import { reportTexts } from './texts.ts'

/** The files of a report, the document first. */
export function ReportFiles({ id }: { readonly id: number }) {
  const { formats } = useI18n()
  const texts = useTexts(reportTexts)
  const { data, error } = useQuery(filesQuery(id))
  const types = useReportDictionary('attachments')
  const getName = (type: string) => types.find((each) => each.id === type)?.name ?? type
  if (!data) return error ? <Failed error={error} /> : <Skeleton className="h-20" />
  return (
    <section aria-labelledby="report-files" className="grid gap-2">
      <h3 id="report-files" className="font-semibold">
        {texts('report.files')}
      </h3>
      <ul className="grid gap-2">
        {data
          .toSorted((one, other) => Number(other.type_id === 'pdf') - Number(one.type_id === 'pdf'))
          .map(({ type_id, file_name, size, url, reason }) => (
            <li key={type_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="min-w-0">
                <span className="font-medium">{getName(type_id)}</span>{' '}
                <span className="text-sm text-muted">{formats.bytes(size)}</span>
                <span className="block truncate font-mono text-xs text-muted">{file_name}</span>
              </span>
              {reason === null ? (
                <a
                  href={url}
                  download={file_name}
                  aria-label={texts('report.downloadOf', { name: getName(type_id) })}
                  className={buttonClass(type_id === 'pdf' ? 'primary' : 'secondary', 'small')}
                >
                  {texts('report.download')}
                </a>
              ) : (
                <span className="text-sm text-muted">{texts('report.fileTooLarge')}</span>
              )}
            </li>
          ))}
      </ul>
    </section>
  )
}
