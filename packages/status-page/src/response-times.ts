import type { ComponentView } from './view.ts'

export const formatMs = (ms: number, locale: string): string =>
  ms < 10_000
    ? `${new Intl.NumberFormat(locale, { maximumFractionDigits: ms < 10 ? 1 : 0 }).format(ms)} ms`
    : `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(ms / 1000)} s`

/** The latest daily mean; undefined without any. */
export const getLatestMean = ({ responseTimes }: ComponentView): number | undefined =>
  responseTimes?.findLast(({ meanMs }) => meanMs !== null)?.meanMs ?? undefined
