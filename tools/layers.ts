import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runCommand } from './command.ts'
import { listSources, repositoryRoot } from './tree.ts'

export type LayerViolation = { rule: string; from: string; to: string; comment: string }
export type LayerReport = { modules: number; unseen: string[]; violations: LayerViolation[] }

type CruiseModule = { source: string; dependencies: { resolved: string }[] }
type CruiseViolation = { from: string; to: string; rule: { name: string; severity: string } }
type CruiseResult = {
  modules: CruiseModule[]
  summary: { violations: CruiseViolation[]; ruleSetUsed?: { forbidden?: { name?: string; comment?: string }[] } }
}

const defaultConfiguration = join(repositoryRoot, '.dependency-cruiser.cjs')

/** Checks packages/*\/src: returns imports that violate the import table, and sources that the cruiser never saw. */
export async function inspectLayers(root: string, configuration = defaultConfiguration): Promise<LayerReport> {
  const sources = await listSources(root)
  const result = sources.length === 0 ? createEmptyResult() : await cruise(root, configuration)
  const seen = new Set(result.modules.map((module) => module.source))
  const comments = new Map(result.summary.ruleSetUsed?.forbidden?.map((rule) => [rule.name, rule.comment]))
  return {
    modules: sources.filter((source) => seen.has(source)).length,
    unseen: sources.filter((source) => !seen.has(source)),
    violations: [
      ...result.summary.violations.map(({ from, to, rule }) => ({
        rule: rule.name,
        from,
        to,
        comment: comments.get(rule.name) ?? '',
      })),
      ...findFeatureCycles(result.modules),
    ],
  }
}

type FeatureImport = { from: string; to: string; feature: string; imported: string }

/**
 * Finds imports between features of one package that form a cycle. The cruiser's own folder rule cannot express this:
 * it would also follow the registry, which lists all features and is imported by them for its types.
 */
function findFeatureCycles(modules: CruiseModule[]): LayerViolation[] {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ resolved }): FeatureImport[] => {
      const [feature, imported] = [getFeature(source), getFeature(resolved)]
      if (feature === undefined || imported === undefined || feature === imported) return []
      return [{ from: source, to: resolved, feature, imported }]
    }),
  )
  const byFeature = Map.groupBy(imports, ({ feature }) => feature)
  return imports
    .filter(({ feature, imported }) => findReachable(imported, byFeature).has(feature))
    .map(({ from, to }) => ({
      rule: 'no-feature-cycle',
      from,
      to,
      comment: 'Features that need each other share what both need: move it into the lower one, or into app/.',
    }))
}

const getFeature = (path: string): string | undefined => /^packages\/[^/]+\/src\/features\/[^/]+(?=\/)/.exec(path)?.[0]

function findReachable(start: string, byFeature: ReadonlyMap<string, FeatureImport[]>): Set<string> {
  const reached = new Set([start])
  for (const feature of reached) for (const { imported } of byFeature.get(feature) ?? []) reached.add(imported)
  return reached
}

/** A report passes when nothing is forbidden and every source was seen: a gate that looks at nothing is no gate. */
export function hasPassed(report: LayerReport): boolean {
  return report.violations.length === 0 && report.unseen.length === 0 && report.modules > 0
}

async function cruise(root: string, configuration: string): Promise<CruiseResult> {
  const command = join(repositoryRoot, 'node_modules', '.bin', 'depcruise')
  const folders = await listSourceFolders(root)
  const { code, output } = await runCommand(
    command,
    ['--config', configuration, '--output-type', 'json', '--no-progress', ...folders],
    { cwd: root },
  )
  if (code !== 0 || !output.startsWith('{')) throw new Error(`dependency-cruiser failed:\n${output}`)
  return JSON.parse(output) as CruiseResult
}

async function listSourceFolders(root: string): Promise<string[]> {
  const packages = await readdir(join(root, 'packages'))
  return packages.map((name) => `packages/${name}/src`).filter((folder) => existsSync(join(root, folder)))
}

function createEmptyResult(): CruiseResult {
  return { modules: [], summary: { violations: [] } }
}

function formatReport(report: LayerReport): string[] {
  return [
    ...report.violations.map(({ rule, from, to, comment }) => `${rule}: ${from} → ${to}\n    ${comment}`),
    ...report.unseen.map((source) => `not seen by the cruiser: ${source}`),
    `layers: ${report.modules} modules, ${report.violations.length} violations`,
  ]
}

if (import.meta.main) {
  const report = await inspectLayers(resolve(process.argv[2] ?? repositoryRoot))
  console.log(formatReport(report).join('\n'))
  if (!hasPassed(report)) process.exitCode = 1
}
