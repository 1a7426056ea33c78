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
import { loadServedDocument, offerDocument } from './document.ts'
import { offerVariables, processVariables } from './environment.ts'
import { offerErrorTypes, offerRefusals } from './errors.ts'
import { offerEventKinds } from './events.ts'
import { offerMetrics } from './metrics.ts'
import { judge, type OfferVerdict, type ProductOffer } from './offered.ts'
import { offerSearchNames } from './search.ts'
import type { SourceTree } from './source-tree.ts'

/** Reads the offers from the product, so that no list is maintained by hand. */
export const readOffers = async () => ({
  document: await loadServedDocument(),
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

export type ProductOffers = Awaited<ReturnType<typeof readOffers>>

/** Judges everything that is offered. */
export const judgeAll = (offers: ProductOffers, tree: SourceTree): readonly OfferVerdict[] =>
  listOffered(offers).map((offered) => judge(offered, tree))

export const listOffered = (offers: ProductOffers): ProductOffer[] => [
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
