import { stepScreenshotType, toZoneName } from '@wachta/domain'
import type { ProductOffer } from './offered.ts'
import {
  findMention,
  findTemplate,
  findTest,
  inFolder,
  type Mention,
  type SourceFile,
  type SourceLine,
  type SourceTree,
  type TestFile,
} from './source-tree.ts'

interface Entries {
  readonly name: string
  readonly collection: string
  readonly entries: readonly { readonly id: string }[]
}

interface Rule {
  /** The folders in which an entry must be read or produced. */
  readonly folders: readonly string[]
  readonly accepts?: (mention: Mention, file: SourceFile, all: readonly string[]) => boolean
  /** Words of which a test must name one, so that a common word is not mistaken for the entry. */
  readonly tests: readonly string[]
}

const inPackages = (...names: readonly string[]): string[] => names.map((name) => `packages/${name}/src/`)

/** A value of its own, an argument or a key of a record; not an id in the list of artifacts of a check type. */
const isProduced = ({ kind, from }: Mention, { path }: SourceFile): boolean =>
  (kind === 'key' && path === 'packages/analyst/src/heartbeat.ts') ||
  (kind === 'literal' ? !/^(?:artifactTypes|artifacts|artifact_type_ids)\[\]$|^id:$/.test(from) : kind === 'value')

/** The file names the field that contains the entries, or is a table of them. */
const knows =
  (...fields: readonly string[]) =>
  (_: Mention, { mentions }: SourceFile, all: readonly string[]): boolean =>
    fields.some((field) => mentions.has(field)) || all.every((id) => mentions.has(id))

const notifying = inPackages('domain', 'analyst', 'notifier', 'api')
const checking = inPackages('checks', 'browser', 'sensor', 'analyst', 'api')

/** Where the entries of each dictionary act. A dictionary without a rule is hollow, with all its entries. */
const rules: Readonly<Record<string, Rule>> = {
  artifact_types: { folders: checking, accepts: isProduced, tests: ['artifact_id', 'artifacts', 'keep', 'kept'] },
  metric_types: { folders: checking, accepts: isProduced, tests: ['metrics', 'measure', 'measured'] },
  languages: { folders: inPackages('domain', 'api', 'channels'), tests: ['language_id', 'language'] },
  notification_conditions: {
    folders: notifying,
    accepts: knows('notification_condition_ids', 'condition_ids'),
    tests: ['notification_condition_ids', 'condition_ids'],
  },
  notification_modes: { folders: notifying, accepts: knows('notification_mode_id'), tests: ['notification_mode_id'] },
  recovery_notification_modes: {
    folders: notifying,
    accepts: knows('recovery_notification_mode_id'),
    tests: ['recovery_notification_mode_id', 'toLegacyRule'],
  },
  notification_reasons: { folders: inPackages('domain', 'notifier', 'channels'), tests: ['reason'] },
  service_type_categories: {
    folders: inPackages('checks'),
    accepts: ({ from }, { path }) => from === 'category:' || path === 'packages/checks/src/types/check-type.ts',
    tests: ['category_id', 'category_ids', 'categories', 'category'],
  },
  report_attachment_types: {
    folders: inPackages('reporter'),
    accepts: ({ kind }) => kind === 'key',
    tests: ['report_file'],
  },
  report_sections: {
    folders: inPackages('report'),
    accepts: ({ kind }) => kind === 'key',
    tests: ['toReportBlocks'],
  },
  report_template_variables: {
    folders: inPackages('report'),
    accepts: ({ kind }) => kind === 'key',
    tests: ['fillVariables'],
  },
  reporting_plans: {
    folders: inPackages('domain'),
    accepts: ({ kind }) => kind === 'key',
    tests: ['getLastReportPeriod'],
  },
  template_variables: {
    folders: inPackages('api', 'notifier'),
    accepts: ({ kind }) => kind === 'key',
    tests: ['variables', 'templates', 'values', 'renderTemplate', 'preview'],
  },
}

/** Every entry of every dictionary, except those that other families examine more closely. */
export const offerEntries = (offered: readonly Entries[]): ProductOffer[] =>
  offered
    .filter(({ collection }) => !elsewhere.has(collection))
    .flatMap((dictionary) =>
      dictionary.entries.map(({ id }) =>
        dictionary.collection === 'time_zones'
          ? timeZone(id)
          : id === stepScreenshotType
            ? stepScreenshots(id)
            : entry(dictionary, id),
      ),
    )

const elsewhere = new Set(['contact_channels', 'notification_channels', 'error_type_categories'])

const entry = ({ collection, entries }: Entries, id: string): ProductOffer => ({
  family: 'dictionary entry',
  owner: collection,
  name: id,
  acts: (tree) =>
    actsIn(
      tree,
      rules[collection],
      id,
      entries.map((each) => each.id),
    ),
  shown: (tree) =>
    findTest(tree.tests, id, (test) => isOwnTest(test) && tests(collection).some((word) => test.words.has(word))),
})

/** The test of the dictionaries names every entry, but shows none. */
const isOwnTest = ({ path }: TestFile): boolean => !path.endsWith('/dictionaries.test.ts')
const tests = (collection: string): readonly string[] => rules[collection]?.tests ?? []

function actsIn(tree: SourceTree, rule: Rule | undefined, id: string, all: readonly string[]): SourceLine | undefined {
  if (rule === undefined) return undefined
  const files = inFolder(tree.product, ...rule.folders).filter(({ path }) => !path.includes('/dictionaries/'))
  const accepts = (mention: Mention, file: SourceFile): boolean =>
    mention.kind !== 'listed' && mention.kind !== 'text' && (rule.accepts?.(mention, file, all) ?? true)
  return findMention(files, id, accepts) ?? findTemplate(files, id, accepts)
}

/** Zones are looked up: one acts if its id gives a zone that this Node knows, and one test covers all of them. */
const timeZone = (id: string): ProductOffer => ({
  family: 'dictionary entry',
  owner: 'time_zones',
  name: id,
  acts: (tree) =>
    isKnown(toZoneName(id))
      ? findMention(inFolder(tree.product, 'packages/domain/src/time-zone.ts'), 'toZoneId')
      : undefined,
  shown: (tree) => findTest(tree.tests, 'toZoneName', ({ words }) => words.has('time_zones')),
})

/** The screenshots of steps are named by their number, so none has the name of the type. */
const stepScreenshots = (id: string): ProductOffer => ({
  family: 'dictionary entry',
  owner: 'artifact_types',
  name: id,
  acts: (tree) =>
    findMention(
      inFolder(tree.product, ...inPackages('browser')),
      'toStepScreenshotType',
      ({ kind }) => kind === 'call',
    ),
  shown: (tree) => findTest(inFolder(tree.tests, 'packages/browser/test/'), 'screenshot_step_'),
})

function isKnown(timeZone: string | undefined): boolean {
  try {
    return timeZone !== undefined && new Intl.DateTimeFormat('en', { timeZone }) !== undefined
  } catch {
    return false
  }
}
