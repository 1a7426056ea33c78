/** Whether a status of HTTP refuses for now only, for providers that say so in another language. */
export function isForNow(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500
}
