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

const getSourceFolders = (...names: readonly string[]): string[] => names.map((name) => `packages/${name}/src/`)

/** Whether it is a separate value, an argument or a key of a record; not an id in a check type's list of artifacts. */
const isProduced = ({ kind, from }: Mention, { path }: SourceFile): boolean =>
  (kind === 'key' && path === 'packages/analyst/src/heartbeat.ts') ||
  (kind === 'literal' ? !/^(?:artifactTypes|artifacts|artifact_type_ids)\[\]$|^id:$/.test(from) : kind === 'value')

/** Whether the file names the field that contains the entries, or mentions every entry. */
const mentionsField =
  (...fields: readonly string[]) =>
  (_: Mention, { mentions }: SourceFile, all: readonly string[]): boolean =>
    fields.some((field) => mentions.has(field)) || all.every((id) => mentions.has(id))

const notifyingFolders = getSourceFolders('domain', 'analyst', 'notifier', 'api')
const checkingFolders = getSourceFolders('checks', 'browser', 'sensor', 'analyst', 'api')

/** Where the entries of each dictionary must be used. All entries of a dictionary without a rule are hollow. */
const rules: Readonly<Record<string, Rule>> = {
  artifact_types: {
    folders: checkingFolders,
    accepts: isProduced,
    tests: ['artifact_id', 'artifacts', 'keep', 'kept'],
  },
  metric_types: { folders: checkingFolders, accepts: isProduced, tests: ['metrics', 'measure', 'measured'] },
  languages: { folders: getSourceFolders('domain', 'api', 'channels'), tests: ['language_id', 'language'] },
  notification_conditions: {
    folders: notifyingFolders,
    accepts: mentionsField('notification_condition_ids', 'condition_ids'),
    tests: ['notification_condition_ids', 'condition_ids'],
  },
  notification_modes: {
    folders: notifyingFolders,
    accepts: mentionsField('notification_mode_id'),
    tests: ['notification_mode_id'],
  },
  recovery_notification_modes: {
    folders: notifyingFolders,
    accepts: mentionsField('recovery_notification_mode_id'),
    tests: ['recovery_notification_mode_id', 'toLegacyRule'],
  },
  notification_reasons: { folders: getSourceFolders('domain', 'notifier', 'channels'), tests: ['reason'] },
  service_type_categories: {
    folders: getSourceFolders('checks'),
    accepts: ({ from }, { path }) => from === 'category:' || path === 'packages/checks/src/types/check-type.ts',
    tests: ['category_id', 'category_ids', 'categories', 'category'],
  },
  report_attachment_types: {
    folders: getSourceFolders('reporter'),
    accepts: ({ kind }) => kind === 'key',
    tests: ['report_file'],
  },
  report_sections: {
    folders: getSourceFolders('report'),
    accepts: ({ kind }) => kind === 'key',
    tests: ['toReportBlocks'],
  },
  report_template_variables: {
    folders: getSourceFolders('report'),
    accepts: ({ kind }) => kind === 'key',
    tests: ['fillVariables'],
  },
  reporting_plans: {
    folders: getSourceFolders('domain'),
    accepts: ({ kind }) => kind === 'key',
    tests: ['getLastReportPeriod'],
  },
  template_variables: {
    folders: getSourceFolders('api', 'notifier'),
    accepts: ({ kind }) => kind === 'key',
    tests: ['variables', 'templates', 'values', 'renderTemplate', 'preview'],
  },
}

/** Every entry of every dictionary, except those that other families examine more closely. */
export const offerEntries = (offered: readonly Entries[]): ProductOffer[] =>
  offered
    .filter(({ collection }) => !otherFamilies.has(collection))
    .flatMap((dictionary) =>
      dictionary.entries.map(({ id }) =>
        dictionary.collection === 'time_zones'
          ? createTimeZoneOffer(id)
          : id === stepScreenshotType
            ? createStepScreenshotOffer(id)
            : createEntryOffer(dictionary, id),
      ),
    )

const otherFamilies = new Set(['contact_channels', 'notification_channels', 'error_type_categories'])

const createEntryOffer = ({ collection, entries }: Entries, id: string): ProductOffer => ({
  family: 'dictionary entry',
  owner: collection,
  name: id,
  acts: (tree) =>
    findEntryUse(
      tree,
      rules[collection],
      id,
      entries.map((each) => each.id),
    ),
  shown: (tree) =>
    findTest(
      tree.tests,
      id,
      (test) => isOwnTest(test) && getTestWords(collection).some((word) => test.words.has(word)),
    ),
})

/** Excludes the test of the dictionaries, which names every entry without testing any. */
const isOwnTest = ({ path }: TestFile): boolean => !path.endsWith('/dictionaries.test.ts')
const getTestWords = (collection: string): readonly string[] => rules[collection]?.tests ?? []

function findEntryUse(
  tree: SourceTree,
  rule: Rule | undefined,
  id: string,
  all: readonly string[],
): SourceLine | undefined {
  if (rule === undefined) return undefined
  const files = inFolder(tree.product, ...rule.folders).filter(({ path }) => !path.includes('/dictionaries/'))
  const accepts = (mention: Mention, file: SourceFile): boolean =>
    mention.kind !== 'listed' && mention.kind !== 'text' && (rule.accepts?.(mention, file, all) ?? true)
  return findMention(files, id, accepts) ?? findTemplate(files, id, accepts)
}

/** Zones are looked up: an entry is valid if Node knows the zone of its id, and one test covers all zones. */
const createTimeZoneOffer = (id: string): ProductOffer => ({
  family: 'dictionary entry',
  owner: 'time_zones',
  name: id,
  acts: (tree) =>
    isKnownZone(toZoneName(id))
      ? findMention(inFolder(tree.product, 'packages/domain/src/time-zone.ts'), 'toZoneId')
      : undefined,
  shown: (tree) => findTest(tree.tests, 'toZoneName', ({ words }) => words.has('time_zones')),
})

/** Screenshots of steps are named by the number of the step, so the name of the type appears nowhere. */
const createStepScreenshotOffer = (id: string): ProductOffer => ({
  family: 'dictionary entry',
  owner: 'artifact_types',
  name: id,
  acts: (tree) =>
    findMention(
      inFolder(tree.product, ...getSourceFolders('browser')),
      'toStepScreenshotType',
      ({ kind }) => kind === 'call',
    ),
  shown: (tree) => findTest(inFolder(tree.tests, 'packages/browser/test/'), 'screenshot_step_'),
})

function isKnownZone(timeZone: string | undefined): boolean {
  try {
    return timeZone !== undefined && new Intl.DateTimeFormat('en', { timeZone }) !== undefined
  } catch {
    return false
  }
}
