import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { AdminPackage } from '@wachta/client'
import { toComparable, useHeldRecord } from '../../app/forms/unsaved.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { PackageForm } from './package-form.tsx'
import { adminPackageQuery } from './queries.ts'
import { RemovePackage } from './remove-package.tsx'

const route = getRouteApi('/inside/framed/administration/packages/$id')

/** The page of an existing or a new package. */
export function PackagePage() {
  const { t } = useI18n()
  const { id } = route.useParams()
  const isNew = id === 'new'
  const { data, error, refetch } = useQuery({ ...adminPackageQuery(Number(id)), enabled: !isNew })
  const title = isNew ? t('packages.add') : (data?.name ?? t('administration.packages'))
  useTitle(title)
  if (!isNew && !data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  return (
    <>
      <PageHeader
        above={
          <Link to="/administration" search={{ tab: 'packages' }} className="text-accent underline underline-offset-4">
            {t('administration.packages')}
          </Link>
        }
        title={title}
        actions={data?.permissions?.delete && <RemovePackage id={data.id} name={data.name} />}
      />
      {data ? <ExistingPackage original={data} /> : <PackageForm original={undefined} />}
    </>
  )
}

/** Resets the form when someone else has changed the package, unless it has unsaved changes. */
function ExistingPackage({ original: current }: { readonly original: AdminPackage }) {
  const original = useHeldRecord(current)
  return <PackageForm key={toComparable(original)} original={original} />
}
