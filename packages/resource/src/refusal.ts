/**
 * One thing wrong with a request: a symbol of the error catalogue, where it is, and what the message needs to say; what is
 * not the same in every language comes by language.
 */
export interface Fault {
  readonly symbol: string
  readonly field?: string
  readonly params?: Readonly<Record<string, string | number | Readonly<Record<string, string>>>>
}

/** Thrown where a request cannot be carried out; it carries every fault that was found, not the first. */
export class Refusal extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(faults.map(({ symbol, field }) => (field ? `${symbol} (${field})` : symbol)).join(', '))
    this.name = 'Refusal'
    this.faults = faults
  }
}

export const refuse = (symbol: string, field?: string, params?: Fault['params']): never => {
  throw new Refusal([{ symbol, ...(field !== undefined && { field }), ...(params && { params }) }])
}

export const refuseAny = (faults: readonly Fault[]): void => {
  if (faults.length > 0) throw new Refusal(faults)
}
