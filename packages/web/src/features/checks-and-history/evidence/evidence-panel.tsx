import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { mergeSearch, type SearchChange } from '../../../app/routing/search.ts'
import { Failed } from '../../../app/shell/failed.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useSensorName } from '../use-sensor-name.ts'
import { BrowserSections, PlainSections } from './check-sections.tsx'
import { CheckSummary } from './check-summary.tsx'
import { type CheckKey, parseEvidence } from './evidence-address.ts'
import { artifactsQuery, checkDetailsQuery, checkedServiceQuery, checkQuery } from './queries.ts'
import { useEvidenceI18n } from './use-evidence-i18n.ts'

/** The evidence of the check that the URL names, in front of the page. */
export function EvidencePanel({ evidence, artifact }: { readonly evidence: string; readonly artifact?: string }) {
  const { t } = useEvidenceI18n()
  const router = useRouter()
  const navigate = useNavigate()
  const checkKey = parseEvidence(evidence)
  const change = (search: SearchChange) =>
    void navigate({
      to: '.',
      search: (before: object) => mergeSearch(before, search),
      state: true,
      replace: true,
      resetScroll: false,
    })
  const close = () =>
    router.history.location.state.isOpenedHere ? router.history.back() : change({ evidence: '', artifact: '' })
  if (checkKey)
    return (
      <CheckPanel
        checkKey={checkKey}
        artifact={artifact}
        onArtifact={(id) => change({ artifact: id })}
        onClose={close}
      />
    )
  return (
    <SidePanel title={t('evidence.title')} closeLabel={t('common.close')} onClose={close}>
      <EmptyState title={t('evidence.goneTitle')}>{t('evidence.gone')}</EmptyState>
    </SidePanel>
  )
}

interface CheckPanelProps {
  readonly checkKey: CheckKey
  readonly artifact: string | undefined
  readonly onArtifact: (id: string) => void
  readonly onClose: () => void
}

function CheckPanel({ checkKey, artifact, onArtifact, onClose }: CheckPanelProps) {
  const { t, formats } = useEvidenceI18n()
  const sensor = useSensorName()(checkKey.sensor_id)
  const { data: service, error: serviceError } = useQuery(checkedServiceQuery(checkKey.service_id))
  const { data: check, error: checkError } = useQuery(checkQuery(checkKey))
  const { data: detail, error } = useQuery({ ...checkDetailsQuery(checkKey), enabled: Boolean(check) })
  const { data: artifacts, error: artifactsError } = useQuery({ ...artifactsQuery(checkKey), enabled: Boolean(check) })
  const firstError = checkError ?? error ?? artifactsError ?? (service === undefined ? serviceError : null)
  const isBrowser = service?.type?.category_id === 'browser'
  const Sections = isBrowser ? BrowserSections : PlainSections
  const isLoading = !firstError && check !== null && !(detail && artifacts && service !== undefined)
  return (
    <SidePanel
      title={sensor}
      below={check ? formats.exact(check.time) : undefined}
      closeLabel={t('common.close')}
      isWide={isBrowser}
      onClose={onClose}
    >
      <div className="grid gap-6">
        {firstError && <Failed error={firstError} />}
        {check === null && <EmptyState title={t('evidence.goneTitle')}>{t('evidence.gone')}</EmptyState>}
        {check && <CheckSummary check={check} />}
        {isLoading && <Skeleton className="h-40" />}
        {check && detail && artifacts && service !== undefined && (
          <Sections
            check={check}
            detail={detail}
            artifacts={artifacts}
            service={service}
            chosen={artifact}
            onChoose={onArtifact}
          />
        )}
      </div>
    </SidePanel>
  )
}
