/**
 * `failed`: the file was changed, or its signature is not in the form that this package writes. `untrusted`: the file
 * is unchanged, but the given roots do not vouch for it.
 */
export type Outcome = 'passed' | 'untrusted' | 'failed'

export interface CheckVerdict {
  readonly outcome: Outcome
  readonly message: string
}

export type CheckName =
  | 'structure'
  | 'coverage'
  | 'contents'
  | 'digest'
  | 'certificate'
  | 'encoding'
  | 'signature'
  | 'chain'
  | 'time-stamp'
  | 'time-stamp-chain'

export interface SignatureFinding extends CheckVerdict {
  readonly check: CheckName
}

export const createPassed = (message: string): CheckVerdict => ({ outcome: 'passed', message })

export const createUntrusted = (message: string): CheckVerdict => ({ outcome: 'untrusted', message })

export const createFailed = (message: string): CheckVerdict => ({ outcome: 'failed', message })

/** Collects the findings of one verification. */
export class FindingLog {
  readonly #findings: SignatureFinding[] = []

  get findings(): readonly SignatureFinding[] {
    return this.#findings
  }

  /** The worst outcome decides. */
  get status(): 'valid' | 'untrusted' | 'invalid' {
    const outcomes = new Set(this.#findings.map(({ outcome }) => outcome))
    if (outcomes.has('failed')) return 'invalid'
    return outcomes.has('untrusted') ? 'untrusted' : 'valid'
  }

  /** Records the verdict of a check. A check that throws has failed: no file content may abort the verification. */
  check(check: CheckName, judge: () => CheckVerdict): void {
    const verdict = this.attempt(check, judge)
    if (verdict !== undefined) this.#findings.push({ check, ...verdict })
  }

  /** Returns a result that later checks need; if `run` throws, records a failure and returns undefined. */
  attempt<Result>(check: CheckName, run: () => Result): Result | undefined {
    try {
      return run()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      this.#findings.push({ check, ...createFailed(message) })
      return undefined
    }
  }
}
