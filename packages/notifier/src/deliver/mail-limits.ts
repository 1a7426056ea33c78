/** How many e-mails per day: to one address from all accounts together, and from one account. */
export interface DailyMailLimits {
  readonly recipient: number
  readonly account: number
}

export const defaultMailLimits: DailyMailLimits = { recipient: 2_000, account: 10_000 }
