import type { ExtendedSettingFormat } from '@wachta/client'
import { useState } from 'react'
import type { SettingDraft } from './setting-values.ts'

/** The source of a scenario: its steps, or a test file on a private sensor. */
export type ScenarioSource = 'steps' | 'script'

/** The settings that the form shows for a script. The editor of `steps` is one: it selects the source. */
const scriptSettings: ReadonlySet<string> = new Set([
  'steps',
  'timeout',
  'username',
  'password',
  'token',
  'one_time_code_secret',
  'error_tolerance',
  'sensors_failover',
])

/** Whether the form shows a setting as a field of its own. `script` is not: the editor of `steps` contains it. */
export const isShownFor = (source: ScenarioSource | null, key: string): boolean =>
  source === 'script' ? scriptSettings.has(key) : source === null || key !== 'script'

interface SourceForm {
  readonly formats: readonly Pick<ExtendedSettingFormat, 'key'>[]
  readonly drafts: Readonly<Record<string, SettingDraft>>
  readonly onChange: (key: string, draft: SettingDraft) => void
}

/**
 * Returns the source that the form shows; null if the check type has no scripts. Only one of `steps` and `script` may
 * be set, so choosing one empties the other, whose value returns when it is chosen again.
 */
export function useScenarioSource({ formats, drafts, onChange }: SourceForm) {
  const [source, setSource] = useState<ScenarioSource>((drafts['script'] ?? '') === '' ? 'steps' : 'script')
  const [otherDraft, setOtherDraft] = useState<SettingDraft>('')
  if (!formats.some(({ key }) => key === 'script')) return { source: null, choose: () => undefined }
  return {
    source,
    choose(next: ScenarioSource) {
      if (next === source) return
      setOtherDraft(drafts[source] ?? '')
      onChange(source, '')
      onChange(next, otherDraft)
      setSource(next)
    },
  }
}
