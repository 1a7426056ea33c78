import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { repositoryRoot } from '../../tools/tree.ts'
import { areKept, describePromises } from './main.ts'
import { describeOffer, judge, type OfferVerdict } from './offered.ts'
import { judgeAll, listOffered, type ProductOffers, readOffers } from './promises.ts'
import { readSourceTree, type SourceTree } from './source-tree.ts'

let offers: ProductOffers
let tree: SourceTree
let promises: readonly OfferVerdict[]

before(async () => {
  offers = await readOffers()
  tree = await readSourceTree(repositoryRoot)
  promises = judgeAll(offers, tree)
})

test('everything that is offered has an effect or is rejected, and a test shows it', () => {
  const lines = describePromises(promises)
  assert.ok(areKept(promises), lines.join('\n'))
  assert.match(lines.at(-1) ?? '', /^promises: \d+ offered, \d+ act, \d+ refused, 0 hollow$/)
})

/** Each control adds an offer that nothing reads to a copy of the offers. */
const controls: Readonly<Record<string, { readonly add: () => Partial<ProductOffers>; readonly hollow: string }>> = {
  'a choice of a field': {
    add: () => withProperty('correction_create_data', 'status', { type: 'string', enum: ['ok', 'half_open'] }),
    hollow: 'choice: correction_create_data status=half_open',
  },
  'a common word as a choice': {
    add: () => withProperty('sensor_create_data', 'color', { type: 'string', enum: ['average', 'median'] }),
    hollow: 'choice: sensor_create_data color=average',
  },
  'a field of a request': {
    add: () => withProperty('service_create_data', 'retry_politely', { type: 'boolean' }),
    hollow: 'request field: service_create_data retry_politely',
  },
  'a field that another request has': {
    add: () => withProperty('contact_create_data', 'notify_end', { type: 'boolean' }),
    hollow: 'request field: contact_create_data notify_end',
  },
  'an entry of a dictionary': {
    add: () => ({ dictionaries: offers.dictionaries.map(withEntry('metric_types', 'goodwill')) as never }),
    hollow: 'dictionary entry: metric_types goodwill',
  },
  'a setting of a check': {
    add: () => ({ checkTypes: offers.checkTypes.map(withSetting('ping', 'bounce_height')) }),
    hollow: 'check setting: ping bounce_height',
  },
  'a setting that another check reads': {
    add: () => ({ checkTypes: offers.checkTypes.map(withSetting('ping', 'json_path')) }),
    hollow: 'check setting: ping json_path',
  },
  'a setting of an alert rule': {
    add: () => ({
      eventKinds: offers.eventKinds.map((kind) =>
        kind.id === 'failure'
          ? { ...kind, settings: { type: 'object', properties: { minutes_of_calm: { type: 'integer' } } } }
          : kind,
      ),
    }),
    hollow: 'event setting: failure minutes_of_calm',
  },
  'an error that no check meets': {
    add: () => ({
      errorTypes: offers.errorTypes.map((type) => (type.id === 1101 ? { ...type, kind: 'dns_tired' } : type)),
    }),
    hollow: 'error type: dns_tired',
  },
  'a variable of a process': {
    add: () => ({
      processVariables: [
        ...offers.processVariables,
        { package: 'analyst', variables: { PATIENCE: { type: 'integer' } } },
      ],
    }),
    hollow: 'environment variable: analyst PATIENCE',
  },
  'a variable that another process reads': {
    add: () => ({
      processVariables: [
        ...offers.processVariables,
        { package: 'analyst', variables: { HTTP_PORT: { type: 'integer' } } },
      ],
    }),
    hollow: 'environment variable: analyst HTTP_PORT',
  },
  'an option of a command': {
    add: () => ({
      commands: offers.commands.map((command) =>
        command.path === 'logs'
          ? { ...command, options: { ...command.options, loudly: { kind: 'flag', summary: { en: '', pl: '' } } } }
          : command,
      ),
    }),
    hollow: 'command option: logs --loudly',
  },
  'a metric that is never set': {
    add: () => ({ metrics: new Map([...offers.metrics, ['planner', [metric('wachta_planner_luck')]]]) }),
    hollow: 'process metric: planner wachta_planner_luck',
  },
}

for (const [what, { add, hollow }] of Object.entries(controls))
  test(`${what} that nothing reads is found`, () => {
    const added = { ...offers, ...add() }
    const offered = listOffered(added).filter((each) => describeOffer(each) === hollow)
    const judged = [...promises, ...offered.map((each) => judge(each, tree))]
    assert.equal(areKept(judged), false)
    assert.ok(describePromises(judged).some((line) => line.startsWith(`${hollow}: `)))
  })

test('a name that occurs only in a comment, a type or a list of choices has no effect', async () => {
  const extra = {
    'packages/checks/src/types/ping.ts': `${tree.files.get('packages/checks/src/types/ping.ts')?.text}
// settings['bounce_height']
interface Heights { bounce_height: number }
const heights = ['bounce_height'] as const`,
  }
  const other = await readSourceTree(repositoryRoot, extra)
  const checkTypes = offers.checkTypes.map(withSetting('ping', 'bounce_height'))
  const [found] = listOffered({ ...offers, checkTypes }).filter((each) =>
    describeOffer(each).endsWith('ping bounce_height'),
  )
  assert.ok(found)
  assert.equal(judge(found, other).place, undefined)
})

const metric = (name: string) => ({ name, type: 'gauge', help: '', labels: [] })

function withProperty(schema: string, name: string, property: object): Partial<ProductOffers> {
  const { document } = offers
  const { schemas } = document.components
  const properties = { ...schemas[schema]?.properties, [name]: property }
  return {
    document: { ...document, components: { schemas: { ...schemas, [schema]: { ...schemas[schema], properties } } } },
  }
}

const withEntry =
  (collection: string, id: string) =>
  (dictionary: ProductOffers['dictionaries'][number]): object =>
    dictionary.collection === collection ? { ...dictionary, entries: [...dictionary.entries, { id }] } : dictionary

const withSetting =
  (id: string, name: string) =>
  (type: ProductOffers['checkTypes'][number]): ProductOffers['checkTypes'][number] => {
    const [setting] = Object.values(type.settings)
    return type.id === id && setting ? { ...type, settings: { ...type.settings, [name]: setting } } : type
  }
