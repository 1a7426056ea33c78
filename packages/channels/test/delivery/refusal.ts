/** Whether an HTTP status is a temporary rejection; for providers with other protocols. */
export function isTemporaryRejection(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500
}
