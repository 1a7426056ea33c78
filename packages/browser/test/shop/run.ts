import { findBrowser } from '@wachta/browser'
import { createBrowserChecks } from '@wachta/browser/src/browser-checks.ts'
import {
  allowAll,
  type CheckOutcome,
  type CheckSettings,
  errorTypes,
  type KeptArtifact,
  runCheck,
} from '@wachta/checks'

const kinds = new Map(errorTypes.map(({ id, kind }) => [id, kind]))

export interface BrowserOutcome extends CheckOutcome {
  /** The symbol of the error type; without an error `ok` or `unknown`. */
  readonly kind: string
}

export interface BrowserOrder {
  readonly type_id: string
  readonly address: string
  readonly settings?: CheckSettings
  readonly keepsEvidence?: boolean
  readonly onArtifact?: (artifact: KeptArtifact) => void
  readonly authorities?: readonly string[]
}

const found = await findBrowser()
/** Runs a check in a browser. Test machines are busy, but a timeout still counts as a failure of the page. */
export async function runInBrowser({ authorities = [], ...order }: BrowserOrder): Promise<BrowserOutcome> {
  if (!found.isAble) throw new Error(`no browser: ${found.reason}`)
  const browser = createBrowserChecks({ path: found.path, isStarved: () => false })
  const outcome = await runCheck(
    { settings: {}, timeout_ms: 90_000, ...order },
    { guard: allowAll, browser, authorities },
  )
  return { ...outcome, kind: kinds.get(outcome.error_type_id ?? 0) ?? outcome.result }
}
