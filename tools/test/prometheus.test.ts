import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommand } from '../command.ts'
import { listDashboardExpressions } from '../generated/dashboard.ts'
import { listSeriesNames, metricsByProcess } from '../metrics.ts'
import { repositoryRoot } from '../tree.ts'

const shipped = join(repositoryRoot, 'deploy', 'prometheus')
const rules = await readFile(join(shipped, 'rules.yaml'), 'utf8')
const tests = await readFile(join(shipped, 'rules.test.yaml'), 'utf8')
const folder = await mkdtemp(join(tmpdir(), 'wachta-rules-'))
after(() => rm(folder, { recursive: true }))

const runPromtool = (...words: string[]) => runCommand('promtool', words, { cwd: folder })
const metrics = [...metricsByProcess().values()].flat()
const knownSeries = listSeriesNames(metrics)
const recorded = new Set([...rules.matchAll(/^ +- record: (\S+)$/gm)].map(([, name = '']) => name))
const expressions = [...rules.matchAll(/^ +expr: (["'])(.+)\1$/gm)].map(([, , expr = '']) => expr)
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name)

/** Returns the series in an expression that neither a process nor a rule produces. */
function findUnknownSeries(expr: string): string[] {
  const seriesInExpression = expr.replaceAll(/"[^"]*"/g, '').match(/\b(?:wachta[\w:]*)/g) ?? []
  return seriesInExpression.filter((name) => !knownSeries.has(name) && !recorded.has(name))
}

test('metrics are named by stage and unit, with labels that are bounded', () => {
  const names = metrics.map(({ name }) => name)
  assert.ok(names.length >= 60, `only ${names.length}`)
  assert.equal(new Set(names).size, names.length)
  const customerLabel = /account|service|owner|address|sensor_id|user|url|host|name/
  for (const [process, own] of metricsByProcess())
    for (const { name, type, help, labels } of own) {
      assert.ok(name.startsWith(`wachta_${process}_`), name)
      assert.equal(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`)
      assert.doesNotMatch(name, /milliseconds|minutes/, 'seconds and bytes only')
      assert.match(help, /\.$/, name)
      for (const label of labels) assert.doesNotMatch(label, customerLabel, name)
    }
  assert.match('account_id', customerLabel, 'the control: such a label would be found')
})

test('rules and dashboard use existing metrics only', () => {
  assert.ok(expressions.length >= 30 && listDashboardExpressions().length >= 20)
  for (const expr of [...expressions, ...listDashboardExpressions()])
    assert.deepEqual(findUnknownSeries(expr), [], expr)
  assert.deepEqual(findUnknownSeries('rate(wachta_sensor_resuls_total[5m]) > wachta:never:recorded'), [
    'wachta_sensor_resuls_total',
    'wachta:never:recorded',
  ])
})

test('every stage is on the dashboard and in the rules', () => {
  for (const process of metricsByProcess().keys())
    for (const [what, list] of Object.entries({ dashboard: listDashboardExpressions(), rules: expressions }))
      assert.ok(
        list.some((expr) => expr.includes(`wachta_${process}_`)),
        `${process} is not in the ${what}`,
      )
})

test('promtool can read the rules, the example and every expression of the dashboard', async () => {
  for (const file of ['rules.yaml', 'prometheus.yaml']) await copyFile(join(shipped, file), join(folder, file))
  const formatRules = (list: readonly string[]) =>
    ['groups:', '- name: dashboard', '  rules:']
      .concat(list.flatMap((expr, index) => [`  - record: panel_${index}`, `    expr: ${JSON.stringify(expr)}`]))
      .join('\n')
  await writeFile(join(folder, 'dashboard.yaml'), formatRules(listDashboardExpressions()))
  await writeFile(join(folder, 'broken.yaml'), formatRules(['sum by (le (rate(wachta_sensor_results_total[5m]))']))
  for (const words of [
    ['check', 'config', 'prometheus.yaml'],
    ['check', 'rules', 'dashboard.yaml'],
  ]) {
    const { code, output } = await runPromtool(...words)
    assert.equal(code, 0, output)
  }
  assert.notEqual((await runPromtool('check', 'rules', 'broken.yaml')).code, 0, 'the control')
})

test('each alert has a summary and an action, in both languages', () => {
  assert.ok(alerts.length >= 20)
  for (const block of rules.split('- alert: ').slice(1)) {
    assert.match(block, /severity: (critical|warning)/)
    for (const key of ['summary', 'action', 'summary_pl', 'action_pl'])
      assert.match(block, new RegExp(`${key}: ["'].{20,}["']`))
  }
})

test('each alert fires when it should, and only then', { timeout: 60_000 }, async () => {
  const alertTest =
    /alertname="(\w+)",alertstate="firing"\}\)'\n +eval_time: \w+\n +exp_samples: (\[\]|\[\{ labels: "\{\}", value: 1 \}\])\n/g
  const tried = [...tests.matchAll(alertTest)].map(
    ([, name, samples]) => `${name} ${samples === '[]' ? 'quiet' : 'fires'}`,
  )
  assert.deepEqual(tried.toSorted(), alerts.flatMap((name) => [`${name} fires`, `${name} quiet`]).toSorted())
  for (const file of ['rules.yaml', 'rules.test.yaml']) await copyFile(join(shipped, file), join(folder, file))
  const { code, output } = await runPromtool('test', 'rules', 'rules.test.yaml')
  assert.equal(code, 0, output)
})

test('a rule that never fires, and one that always does, are reported', { timeout: 60_000 }, async () => {
  await writeFile(join(folder, 'changed.test.yaml'), tests.replace('[rules.yaml]', '[changed.yaml]'))
  for (const [limit, faults] of [
    [600, 0],
    [1e9, 1],
    [-1, 1],
  ] as const) {
    const changed = rules.replace('wachta_sensor_spool_age_seconds > 600', `wachta_sensor_spool_age_seconds > ${limit}`)
    await writeFile(join(folder, 'changed.yaml'), changed)
    const { output } = await runPromtool('test', 'rules', 'changed.test.yaml')
    assert.equal(output.match(/WachtaSensorSpoolOld/g)?.length ?? 0, faults, `with ${limit}: ${output}`)
  }
})
