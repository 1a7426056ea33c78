import type { ServiceType } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { PackageDraft, TypeDraft } from './package-draft.ts'

interface PackageTypesProps {
  readonly types: readonly ServiceType[]
  readonly chosen: PackageDraft['types']
  readonly onChange: (chosen: PackageDraft['types']) => void
}

/** Selects the check types of a package, with separate limits for a type if needed. */
export function PackageTypes({ types, chosen, onChange }: PackageTypesProps) {
  const { t } = useI18n()
  const setLimits = (id: string, limits: TypeDraft | null) => {
    const next = new Map(chosen)
    if (limits) next.set(id, limits)
    else next.delete(id)
    onChange(next)
  }
  return (
    <table className="w-full max-w-2xl border-collapse text-left">
      <caption className="sr-only">{t('limits.available_service_types')}</caption>
      <thead>
        <tr className="text-sm text-muted">
          <th scope="col" className="py-1 pr-3 font-medium">
            {t('packages.type')}
          </th>
          <th scope="col" className="w-22 py-1 pr-3 font-medium sm:w-28">
            {t('packages.typeServices')}
          </th>
          <th scope="col" className="w-20 py-1 font-medium sm:w-28">
            {t('packages.typeInterval')}
          </th>
        </tr>
      </thead>
      <tbody>
        {types.map(({ id, name }) => {
          const limits = chosen.get(id)
          return (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="py-1 pr-3 font-normal">
                <label className="flex min-h-8 items-center gap-2.5">
                  <input
                    type="checkbox"
                    checked={limits !== undefined}
                    onChange={(event) => setLimits(id, event.target.checked ? { services: '', interval: '' } : null)}
                    className="size-4.5 shrink-0 accent-accent"
                  />
                  {name}
                </label>
              </th>
              {(['services', 'interval'] as const).map((field) => (
                <td key={field} className="py-1 pr-3 last:pr-0">
                  <TextInput
                    aria-label={`${name}: ${t(field === 'services' ? 'packages.typeServices' : 'packages.typeInterval')}`}
                    inputMode="numeric"
                    className="max-sm:px-2"
                    disabled={!limits}
                    value={limits?.[field] ?? ''}
                    onChange={(event) => limits && setLimits(id, { ...limits, [field]: event.target.value })}
                  />
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
