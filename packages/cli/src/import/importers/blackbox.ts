import { parse } from 'yaml'
import { CommandError } from '../../frame/command.ts'
import { createDraft, type ImportDraft } from '../draft.ts'
import type { Importer, ImportLoss, ImportSource } from '../importer.ts'
import { lossReasons } from '../loss-reasons.ts'
import { createWrongExportError, type Raw, readList, readStringOrNumber, toObject, toObjects } from '../reading.ts'
import { probers } from './blackbox-probers.ts'

interface Target {
  readonly job: string
  readonly module: string
  readonly target: string
  readonly labels: Raw
  /** Seconds. */
  readonly interval: number
}

interface Configuration {
  readonly targets: readonly Target[]
  readonly modules: Raw
  /** Parts that could not be read. */
  readonly missing: readonly ImportLoss[]
}

export const blackbox: Importer<Configuration> = {
  id: 'blackbox',
  name: 'Prometheus blackbox exporter',
  source: {
    en: 'prometheus.yml; target files are found relative to it, and the modules in blackbox.yml or the file of --modules',
    pl: 'prometheus.yml; pliki z celami są szukane obok, a moduły w blackbox.yml lub w pliku podanym opcją --modules',
  },
  async read(source, { modules = 'blackbox.yml' }) {
    const { scrape_configs, global } = toObject(parseYaml(source))
    if (!Array.isArray(scrape_configs)) throw createWrongExportError(source.path, 'Prometheus')
    const defaultInterval = parsePrometheusDuration(readStringOrNumber(toObject(global)['scrape_interval'])) ?? 60
    const targets: Target[] = []
    const missing: ImportLoss[] = []
    // Only jobs that use a prober; the others scrape metrics.
    for (const job of toObjects(scrape_configs).filter(
      (each) => readStringOrNumber(each['metrics_path']) === '/probe',
    )) {
      const found = await readGroups(job, source)
      targets.push(...readTargets(job, defaultInterval, found.groups))
      missing.push(...found.missing)
    }
    const [file] = await source.readMatchingFiles(modules)
    return { targets, modules: file ? toObject(toObject(parseYaml(file))['modules']) : {}, missing }
  },
  convert({ targets, modules, missing }, options) {
    const draft = createDraft('blackbox', options)
    for (const { what, why: reason } of missing) draft.lose(what, reason)
    for (const each of targets) convertTarget(each, modules, draft)
    return draft.finish()
  },
}

/** Reads the groups of targets of a job and its files. Other kinds of service discovery are reported as missing. */
async function readGroups(job: Raw, source: ImportSource): Promise<{ groups: Raw[]; missing: ImportLoss[] }> {
  const name = readName(job)
  const patterns = toObjects(job['file_sd_configs']).flatMap(({ files }) => readList(files).map(String))
  const filesByPattern = await Promise.all(patterns.map((pattern) => source.readMatchingFiles(pattern)))
  const unmatched = patterns.filter((_, index) => filesByPattern[index]?.length === 0)
  const discoveryKinds = Object.keys(job).filter((key) => key.endsWith('_sd_configs') && key !== 'file_sd_configs')
  return {
    groups: [
      ...toObjects(job['static_configs']),
      ...filesByPattern.flat().flatMap((file) => toObjects(parseYaml(file))),
    ],
    missing: [
      ...unmatched.map((pattern) => ({ what: `${name}: ${pattern}`, why: lossReasons.noFile })),
      ...discoveryKinds.map((kind) => ({ what: name, why: lossReasons.discovery(kind) })),
    ],
  }
}

const readName = (job: Raw): string => readStringOrNumber(job['job_name']) ?? 'blackbox'

function readTargets(job: Raw, defaultInterval: number, groups: readonly Raw[]): Target[] {
  const [module] = readList(toObject(job['params'])['module']).map(String)
  const name = readName(job)
  const interval = parsePrometheusDuration(readStringOrNumber(job['scrape_interval'])) ?? defaultInterval
  return groups.flatMap(({ targets, labels }) =>
    readList(targets).map((target) => ({
      job: name,
      module:
        readStringOrNumber(toObject(labels)['__param_module']) ??
        readStringOrNumber(toObject(labels)['module']) ??
        module ??
        'http_2xx',
      target: String(target),
      labels: toObject(labels),
      interval,
    })),
  )
}

function convertTarget(
  { job, module: moduleName, target, labels, interval }: Target,
  modules: Raw,
  draft: ImportDraft,
): undefined {
  const what = `${job}: ${target}`
  const module = toObject(modules[moduleName])
  const prober = readStringOrNumber(module['prober'])
  if (prober === undefined) return draft.lose(what, lossReasons.module(moduleName))
  const convert = Object.hasOwn(probers, prober) ? probers[prober] : undefined
  if (!convert) return draft.lose(what, lossReasons.noSuchCheck(prober))
  const check = convert(target, toObject(module[prober]), (reason) => draft.lose(what, reason))
  if (!check) return draft.lose(what, lossReasons.noAddress(target))
  const visibleLabels = Object.entries(labels).filter(([name]) => !name.startsWith('__'))
  const seconds = parsePrometheusDuration(readStringOrNumber(module['timeout']))
  draft.addService({
    key: `${job}/${target.replace(/^[a-z]+:\/\//, '')}`,
    name: readStringOrNumber(labels['name']) ?? readStringOrNumber(labels['instance']) ?? target,
    interval,
    group: draft.ensureGroup(job),
    description: visibleLabels.map(([name, value]) => `${name}=${value}`).join(', '),
    ...check,
    settings: {
      ...(check.type_id !== 'ping' && {
        timeout: draft.clampTimeout(what, seconds === undefined ? undefined : seconds * 1000),
      }),
      ...check.settings,
    },
  })
}

const units = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 } as const

/** Parses a duration of Prometheus, such as `1m30s`, to seconds. */
export function parsePrometheusDuration(duration: string | undefined): number | undefined {
  if (duration === undefined || !/^(?:\d+(?:ms|[smhdwy]))+$/.test(duration)) return undefined
  return [...duration.matchAll(/(\d+)(ms|[smhdwy])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
    0,
  )
}

function parseYaml({ path, content }: { readonly path: string; readonly content: Buffer }): unknown {
  try {
    return parse(content.toString('utf8'), { maxAliasCount: 100 })
  } catch (cause) {
    const { message } = cause as Error
    throw new CommandError(
      { en: `${path} is not valid YAML: ${message}`, pl: `Plik ${path} nie jest poprawnym plikiem YAML: ${message}` },
      { cause },
    )
  }
}
