import { catalogue } from '@wachta/api/errors'
import { registry } from '@wachta/api/resources'
import { allDictionaries } from '@wachta/api/src/features/dictionaries/all.ts'
import { channels } from '@wachta/channels'
import { checkTypes, errorTypes } from '@wachta/checks'
import { eventKinds } from '@wachta/events'
import { program } from '@wachta/operate/src/program.ts'
import { metricsByProcess } from '../../tools/metrics.ts'
import { offerChannels } from './channels.ts'
import { offerCheckTypes } from './checks.ts'
import { offerOptions } from './commands.ts'
import { offerEntries } from './dictionaries.ts'
import { offerDocument, servedDocument } from './document.ts'
import { offerVariables, processVariables } from './environment.ts'
import { offerErrorTypes, offerRefusals } from './errors.ts'
import { offerEventKinds } from './events.ts'
import { offerMetrics } from './metrics.ts'
import { type Judged, judge, type Offered } from './offered.ts'
import { offerSearchNames } from './search.ts'
import type { SourceTree } from './source-tree.ts'

/** Where the list of what is offered comes from: all of it is read from the product, nothing is kept by hand. */
export const readOffers = async () => ({
  document: await servedDocument(),
  dictionaries: allDictionaries,
  resources: registry.all,
  checkTypes,
  eventKinds,
  channels,
  errorTypes,
  refusals: Object.keys(catalogue),
  processVariables,
  commands: program.commands,
  metrics: metricsByProcess(),
})

export type Offers = Awaited<ReturnType<typeof readOffers>>

export interface Promises {
  readonly judged: readonly Judged[]
  /** What only reports would use, while no report is made. */
  readonly awaiting: readonly Judged[]
}

/** Judges everything that is offered. */
export const judgeAll = (offers: Offers, tree: SourceTree): Promises =>
  separate(
    offers,
    listOffered(offers).map((offered) => judge(offered, tree)),
  )

/** Takes out what waits for reports. */
export function separate(offers: Offers, judged: readonly Judged[]): Promises {
  const waits = ({ verdict, offered }: Judged) => verdict === 'hollow' && isForReports(offered) && !makesReports(offers)
  return { judged: judged.filter((each) => !waits(each)), awaiting: judged.filter(waits) }
}

export const listOffered = (offers: Offers): Offered[] => [
  ...offerDocument(offers.document),
  ...offerSearchNames(offers.resources),
  ...offerEntries(offers.dictionaries),
  ...offerCheckTypes(offers.checkTypes),
  ...offerEventKinds(offers.eventKinds),
  ...offerChannels(offers.channels),
  ...offerErrorTypes(offers.errorTypes),
  ...offerRefusals(offers.refusals),
  ...offerVariables(offers.processVariables),
  ...offerOptions(offers.commands, offers.document),
  ...offerMetrics(offers.metrics),
]

/**
 * Settings of reports can be stored, but no version makes reports yet: their operations are the only ones of the API
 * that are not served. As soon as one is, everything here must act.
 */
const isForReports = ({ owner, name }: Offered): boolean =>
  /^(?:report_|reporting_plans|periodic_report_address)/.test(owner) || /periodic_\w*reports/.test(name)

const makesReports = ({ document }: Offers): boolean => '/reports' in document.paths
